import Testing

@Suite struct ReleaseTests {
    @Test func `the latest release with a date in the changelog is that of the programs`() throws {
        let release = try Repository.file("Sources/Application/ProgramArguments/Release.swift").text
        let changes = try Repository.file("CHANGELOG.md").text
        let heading = try #require(
            changes.split(separator: "\n").first { $0.hasPrefix("## ") && $0.hasSuffix(")") })
        let words = heading.dropFirst(3).split(separator: " ")
        let (version, date) = (
            try #require(words.first), try #require(words.last).filter { !"()".contains($0) }
        )
        #expect(release.contains("Release(version: \"\(version)\", date: \"\(date)\")"))
        // Software centres show the release that is described first.
        let described = try Repository.file("scripts/sonic.metainfo.xml").text
            .split(separator: "<releases>").last?.drop { $0.isWhitespace }
        #expect(described?.hasPrefix("<release version=\"\(version)\" date=\"\(date)\"/>") == true)
    }
}
