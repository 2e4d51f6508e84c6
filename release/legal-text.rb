class LegalText < Formula
  desc "Exact wording of German federal law with its source, offline"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license "@LICENSE@"

  on_macos do
    on_arm do
      url "@DOWNLOADS@/legal-text-macos-arm64.tar.gz"
      sha256 "@SHA256:legal-text-macos-arm64.tar.gz@"
    end
    on_intel do
      url "@DOWNLOADS@/legal-text-macos-x64.tar.gz"
      sha256 "@SHA256:legal-text-macos-x64.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@DOWNLOADS@/legal-text-linux-arm64.tar.gz"
      sha256 "@SHA256:legal-text-linux-arm64.tar.gz@"
    end
    on_intel do
      url "@DOWNLOADS@/legal-text-linux-x64.tar.gz"
      sha256 "@SHA256:legal-text-linux-x64.tar.gz@"
    end
  end

  def install
    bin.install "legal-text"
    man1.install "man/man1/legal-text.1"
    (man/"de/man1").install "man/de/man1/legal-text.1"
    bash_completion.install "completion/legal-text.bash" => "legal-text"
    zsh_completion.install "completion/legal-text.zsh" => "_legal-text"
    fish_completion.install "completion/legal-text.fish"
  end

  test do
    assert_match "MSGB", shell_output("#{bin}/legal-text norm msgb par:1 --cite --dataset starter")
  end
end
