import PageLayout
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// Files in forms, as far as the browser decides: what is prompted for, shown and sent.
@Suite struct UploadTests {
    private static func loaded(_ field: String, _ form: String = "enctype=multipart/form-data method=post")
        -> Stage
    {
        var stage = Stage()
        stage.open("http://a.example/page")
        stage.readCache("<form action=/up \(form)>\(field) <button>Go</button></form>")
        stage.end(.allCached, "status 304")
        stage.effects = []
        return stage
    }

    private static func file(_ name: String, type: String = "text/plain") -> SentFile {
        SentFile(
            path: Array("/d/\(name)".utf8), name: name, type: type,
            stamp: SentFile.Stamp(size: 2048, modified: 1), nonce: 5)
    }

    /// Answers the pending query for files, as the disk would.
    private static func answer(_ stage: inout Stage, _ files: [SentFile]) throws {
        stage.answer(.success(files))
    }

    private static func posted(_ stage: Stage) -> PostBody? {
        guard case .open(let opening) = stage.effects.last, case .post(let body) = opening.method
        else {
            return nil
        }
        return body
    }

    @Test func `a file is selected by its path, shown with its size, sent, and removed again`() throws {
        var stage = Self.loaded("<input type=file name=f>")
        #expect(stage.text.contains("[ no file "))
        stage.press(.tab, .enter)
        stage.type("/d/a.txt")
        stage.press(.enter)
        guard case .ask(.files(paths: ["/d/a.txt"], _)) = stage.effects.last else {
            Issue.record("\(String(describing: stage.effects.last))")
            return
        }
        try Self.answer(&stage, [Self.file("a.txt")])
        #expect(stage.model.prompt == nil)
        #expect(stage.text.contains("[ a.txt (2 KB) "))
        stage.press(.tab, .enter)
        let body = try #require(Self.posted(stage))
        #expect(body.body.files == [Self.file("a.txt")])
        #expect(body.body.count == body.body.bytesInMemory.count + 2048)

        stage = Self.loaded("<input type=file name=f>")
        stage.press(.tab, .enter)
        stage.type("/d/a.txt")
        stage.press(.enter)
        try Self.answer(&stage, [Self.file("a.txt")])
        stage.press(.enter)
        #expect(stage.model.prompt?.editor.text == "/d/a.txt")
        stage.press(.control("u"), .enter)
        try Self.answer(&stage, [])
        #expect(stage.text.contains("[ no file "))
        stage.press(.tab, .enter)
        #expect(try #require(Self.posted(stage)).body.files.isEmpty)
    }

    @Test func `a field of several files accepts one path per line, any other only one`() throws {
        var stage = Self.loaded("<input type=file name=f multiple>")
        stage.press(.tab, .enter)
        stage.press(.paste("/d/a\n/d/b\n"), .enter)
        guard case .ask(.files(paths: ["/d/a", "/d/b"], _)) = stage.effects.last else {
            Issue.record("\(String(describing: stage.effects.last))")
            return
        }
        try Self.answer(&stage, [Self.file("a"), Self.file("b")])
        stage.press(.tab, .enter)
        #expect(try #require(Self.posted(stage)).body.files.map(\.name) == ["a", "b"])
    }

    @Test func `a file that cannot be sent is reported, and the line stays`() throws {
        var stage = Self.loaded("<input type=file name=f>")
        stage.press(.tab, .enter)
        stage.type("/d")
        stage.press(.enter)
        stage.answer(Result<[SentFile], QueryRefusal>.failure(QueryRefusal("/d is a folder.")))
        #expect(stage.model.prompt?.editor.text == "/d")
        #expect(stage.model.notice == .failure("/d is a folder."))
    }

    @Test func `a folder is rejected before a path is typed`() {
        var stage = Self.loaded("<input type=file name=f webkitdirectory>")
        stage.press(.tab, .enter)
        #expect(stage.model.prompt == nil)
        guard case .refusal = stage.model.notice else {
            Issue.record("nothing was said")
            return
        }
    }

    /// The typed text, the files found, the resulting line, and the number of entries listed.
    @Test(arguments: [
        ("/d/ph", ["/d/photo.png"], "/d/photo.png", 0),
        ("/d/p", ["/d/photo-1", "/d/photo-2"], "/d/photo-", 2),
        ("/", ["/d/"], "/d/", 0), ("/d/x", [], "/d/x", 0), ("/d/a", ["/d/a", "/d/ab"], "/d/a", 2),
    ])
    func `a path is completed as far as it is unambiguous`(
        typed: String, found: [String], line: String, listed: Int
    )
        throws
    {
        var stage = Self.loaded("<input type=file name=f>")
        stage.press(.tab, .enter)
        stage.type(typed)
        stage.press(.tab)
        #expect(stage.effects.last == .ask(.completions(of: typed, .any)))
        stage.answer(found.map { FoundPath(path: $0, size: $0.hasSuffix("/") ? nil : 1) })
        guard case .field(let field) = stage.model.prompt else {
            Issue.record("the line is gone")
            return
        }
        #expect(field.editor.text == line)
        #expect(field.list.shown.count == listed)
        guard listed > 1 else { return }
        stage.press(.tab, .tab)
        #expect(stage.model.prompt?.editor.text == found[1])
        stage.press(.up, .up)
        #expect(stage.model.prompt?.editor.text == line)
        // A result for another text is discarded.
        stage.type("z")
        stage.answer([FoundPath(path: typed + "other", size: 1)])
        #expect(stage.model.prompt?.editor.text == line + "z")
    }

    @Test(arguments: [
        ("", true), ("image/*", true), (".PNG", true), ("image/png", true), ("text/*, .png", true),
        ("image/jpeg", false), (".txt", false), ("audio/*", false),
    ])
    func `files that match the accept attribute are distinguished from others`(accept: String, fits: Bool) {
        #expect(Self.file("a.png", type: "image/png").fits(accept) == fits)
    }

    @Test func `a form sent by GET sends the names of its files`() throws {
        var stage = Self.loaded("<input type=file name=f>", "")
        stage.press(.tab, .enter)
        stage.type("/d/a b")
        stage.press(.enter)
        try Self.answer(&stage, [Self.file("a b")])
        stage.press(.tab, .enter)
        guard case .open(let opening) = stage.effects.last else {
            Issue.record("nothing was sent")
            return
        }
        #expect(opening.method == .get && opening.url.href == "http://a.example/up?f=a+b")
    }

    @Test func `the upload progress is on the screen`() {
        var stage = Self.loaded("")
        stage.open("http://a.example/other")
        stage.enter(.waiting)
        stage.send(.session(.bodySent(1 << 20, of: 3 << 20), visit: stage.visit, after: .zero))
        #expect(stage.text.lowercased().contains("sending 1.0 mb of 3.0 mb"))
    }
}
