/** The part of postject that the build of the executable uses; the package has no types. */
declare module 'postject' {
  export function inject(
    file: string,
    name: string,
    content: Buffer,
    options: { sentinelFuse: string; machoSegmentName?: string },
  ): Promise<void>
}
