import TestSupport
import Testing

/// `sonic split` and `sonic merge` on files, as server developers use them.
@Suite struct SplitAndMergeTests {
    private let folder: TemporaryFolder
    private let page: String

    init() throws {
        folder = try TemporaryFolder()
        page = try folder.write(Array(Self.old.utf8), to: "page.html")
    }

    private static let old = """
        <title>News</title>
        <!--sonicdiff-a-->one<!--sonicdiff-a-end-->
        <!-- sonicdiff-b -->two

        """

    /// The `sha1sum` of the page, of its template, and of the page with “ONE” in it.
    private static let etag = "f94200fca0cc9f84f60915d603c6ad993301af4f"
    private static let templateTag = "3390ff37b2a10ebdf7f6c8899961df0265833ac8"
    private static let changed = "e3df619365ff307f7a695606c749fde69b770e16"

    private func sonic(_ arguments: String...) async throws -> Finished {
        try await run(binary(named: "sonic"), arguments, environment: Site.environment(folder))
    }

    /// A file with an update from “one” to “ONE”.
    private func update(claiming hash: String) throws -> String {
        let json = """
            {"data":{"{title}":"<title>News</title>","{a}":"<!--sonicdiff-a-->ONE<!--sonicdiff-a-end-->"},
            "template-tag":"\(Self.templateTag)","html-sha1":"\(hash)","diff":""}
            """
        return try folder.write(Array(json.utf8), to: "update.json")
    }

    @Test func `split prints tags, block positions, hashes and findings`() async throws {
        let told = try await sonic("split", page)
        #expect(
            told.output == """
                page          88 bytes
                etag          \(Self.etag)  sha1 of the page
                template-tag  \(Self.templateTag)  sha1 of the template, 36 bytes
                  {title}  bytes 0 to 19, sha1 6e3a3d07ebeaed3ef8cc52ddc01b4ac7bfd279fa
                  {a}  bytes 20 to 63, sha1 9bfac87a02c36cd413f7c83e7d9b3f96919f0be5
                error block-misspelt: <!-- sonicdiff-b --> in line 3 is not a block: spaces precede “sonicdiff”
                  why: A comment that is not spelt exactly as servers and clients search for it is not a block: \
                its text belongs to the template, and each change of it is a template change.
                  fix: Write <!--sonicdiff-NAME--> and <!--sonicdiff-NAME-end--> without spaces, the name in \
                ASCII letters, digits and underscores.

                """)
        #expect(told.status == .exited(1))
    }

    @Test func `a title inside a block is listed, and each hash is that of its own bytes`() async throws {
        let html = "<p>\n<!--sonicdiff-h--><title>N</title>!<!--sonicdiff-h-end-->\n"
        let page = try folder.write(Array(html.utf8), to: "titled.html")
        let told = try await sonic("split", page).output.split(separator: "\n").map(String.init)
        // From `sha1sum`: of the block, of the block with `{title}` in it, and of the title.
        let (block, data, title) = (
            "df670ebe154f6d9356efec29a352de57838db1d7", "50bfae1ddb3ce50c71318eee575a34233297830b",
            "35761eddc3d69b0a21e4aaedfcd32537efd7b778"
        )
        #expect(told.contains("  {h}  bytes 4 to 61, sha1 \(block); as data, with {title} in it, \(data)"))
        #expect(told.contains("  {title}  bytes 22 to 38, sha1 \(title)"))
        #expect(try await sonic("split", "--json", page).output.contains("\"dataSHA1\": \"\(data)\""))
    }

    @Test(arguments: [
        ("template", "{title}\n{a}\n<!-- sonicdiff-b -->two\n"), ("title", "<title>News</title>"),
        ("block:a", "<!--sonicdiff-a-->one<!--sonicdiff-a-end-->"),
    ]) func `split prints the exact bytes of a part`(_ part: String, _ bytes: String) async throws {
        #expect(try await sonic("split", "--print", part, page).output == bytes)
    }

    @Test func `split lists the existing blocks if an unknown one is requested`() async throws {
        let told = try await sonic("split", "--print", "block:b", page)
        #expect(told.status == .exited(1))
        #expect(told.errors == "sonic: unknown block “b”; the page has: a\n")
        #expect(try await sonic("split", page + ".html").status == .exited(1))
        #expect(try await sonic("split").status == .exited(2))
    }

    @Test func `merge applies an update to a page or its template and verifies the hash`() async throws {
        let update = try update(claiming: Self.changed)
        let told = try await sonic("merge", page, update)
        #expect(
            told.output == """
                merged page   88 bytes
                sha1          \(Self.changed)  matches html-sha1 of the update
                template-tag  \(Self.templateTag)  computed; in the update: \(Self.templateTag)
                changed       a

                """)
        #expect(told.status == .exited(0))
        let template = try folder.write(
            try await sonic("split", "--print", "template", page).outputBytes, to: "t")
        let merged = try await sonic("merge", "--print", "merged", template, update)
        #expect(merged.output == Self.old.replacing("one", with: "ONE"))
        #expect(merged.status == .exited(0))
    }

    @Test func `merge fails if the hash differs, and prints the computed one`() async throws {
        let told = try await sonic("merge", page, try update(claiming: Self.etag))
        #expect(
            told.output.contains(
                "sha1          \(Self.changed)  but html-sha1 of the update is \(Self.etag)\n"))
        #expect(told.status == .exited(1))
    }

    @Test(arguments: [
        (#"{"data":{"{z}":"1"}}"#, "does not fit", "it lacks the blocks title, a"),
        (#"{"data":"#, "cannot be used", "its body is not a data update"),
        ("", "cannot be used", "its body is empty"),
    ]) func `merge states why an update cannot be used`(_ json: String, _ what: String, _ why: String)
        async throws
    {
        let update = try folder.write(Array(json.utf8), to: "update.json")
        let told = try await sonic("merge", page, update)
        #expect(told.status == .exited(1))
        #expect(told.output.isEmpty)
        #expect(told.errors.contains(what) && told.errors.contains(why))
    }
}
