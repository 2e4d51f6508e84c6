/** The part of postject, which has no types, that the build of the executable uses. */
declare module 'postject' {
  export function inject(
    file: string,
    name: string,
    content: Buffer,
    options: { sentinelFuse: string; machoSegmentName?: string },
  ): Promise<void>
}
