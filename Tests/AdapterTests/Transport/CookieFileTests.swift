import Glibc
import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

@Suite struct `Cookies of an account` {
    private static let now = Instant(milliseconds: 1_700_000_000_000)
    private static let lasting = "; Max-Age=1000"
    private let folder: TemporaryFolder
    private let file: CookieFile
    private let url: WebURL

    init() throws {
        folder = try TemporaryFolder()
        file = CookieFile(folder: folder.path + "/sonic/default")
        url = try WebURL.parse("http://h.example/")
    }

    /// The cookies of one program for the account.
    private func program() -> AccountCookies { AccountCookies(file: file) { Self.now } }

    @Test func `selected cookies are forgotten, in the file and in memory`() async throws {
        let program = program()
        let other = try WebURL.parse("http://other.example/")
        await program.receive(["a=1" + Self.lasting, "b=2"], from: url)
        await program.receive(["c=3" + Self.lasting], from: other)
        #expect(try await program.forget { $0.domain == "h.example" } == 2)
        #expect(await program.line(for: url).line == nil)
        #expect(await program.line(for: other).line == "c=3")
        #expect(try await file.read().cookies.map(\.name) == ["c"])
        // Another running program reads the changed file.
        #expect(await self.program().line(for: url).line == nil)
        #expect(try await program.forget { _ in true } == 1)
        #expect(try await file.read().cookies == [])
    }

    @Test func `a cookie stored by one program is read by another`() async throws {
        await program().receive(["a=1" + Self.lasting, "b=2; Secure" + Self.lasting], from: url)
        let (line, notes) = await program().line(for: url)
        #expect(line == "a=1")
        #expect(notes == ["Cookie a is sent: it is for h.example/."])
        let https = try WebURL.parse("https://h.example/")
        await program().receive(
            ["c=3; Secure; HttpOnly; SameSite=Lax; Path=/x; Domain=h.example" + Self.lasting], from: https)
        let kept = try #require(await file.read().cookies.last)
        #expect(
            kept
                == Cookie(
                    name: "c", value: "3", scope: .domain("h.example"), path: "/x",
                    expires: Self.now.adding(seconds: 1000), created: Self.now,
                    demands: [.secure, .httpOnly],
                    sameSite: .lax))
    }

    @Test func `a program sees later changes by another one`() async throws {
        let (first, second) = (program(), program())
        #expect(await first.line(for: url).line == nil)
        await second.receive(["a=1" + Self.lasting], from: url)
        #expect(await first.line(for: url).line == "a=1")
        await second.receive(["a=; Max-Age=0"], from: url)
        #expect(await first.line(for: url).line == nil)
        #expect(try await file.read().cookies == [])
    }

    @Test func `a removal is not undone by a program that still had the cookie`() async throws {
        let (first, second) = (program(), program())
        await first.receive(["a=1" + Self.lasting, "b=1" + Self.lasting], from: url)
        #expect(await second.line(for: url).line == "a=1; b=1")
        await first.receive(["a=; Max-Age=0"], from: url)
        await second.receive(["c=1" + Self.lasting], from: url)
        #expect(try await file.read().cookies.map(\.name) == ["b", "c"])
    }

    @Test func `session cookies stay with their program`() async throws {
        let first = program()
        await first.receive(["session=1", "kept=2" + Self.lasting], from: url)
        #expect(await first.line(for: url).line == "kept=2; session=1")
        #expect(await program().line(for: url).line == "kept=2")
        await first.receive(["kept=3"], from: url)
        #expect(await first.line(for: url).line == "session=1; kept=3")
        #expect(await program().line(for: url).line == nil)
    }

    @Test func `programs that store concurrently lose nothing`() async throws {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                let program = program()
                group.addTask {
                    for cookie in 0..<10 {
                        await program.receive(["p\(number)c\(cookie)=1" + Self.lasting], from: url)
                    }
                }
            }
        }
        #expect(try await file.read().cookies.count == 80)
    }

    @Test func `the file and its folder are private to the user`() async throws {
        await program().receive(["a=1" + Self.lasting], from: url)
        #expect(mode("sonic/default") == 0o700)
        #expect(mode("sonic/default/cookies") == 0o600)
        #expect(kept("sonic/default/cookies.new") == nil)
    }

    @Test func `no file is created if nothing is stored`() async throws {
        #expect(await program().line(for: url).line == nil)
        #expect(folder.names == [])
    }

    @Test(arguments: ["", "no JSON", "{}", "{\"version\": 1, \"cookies\": [{\"name\": 1}]}", "[]"])
    func `a corrupt file is set aside and reported`(text: String) async throws {
        await program().receive(["a=1" + Self.lasting], from: url)
        try folder.write(text, to: "sonic/default/cookies")
        let program = program()
        let (line, notes) = await program.line(for: url)
        #expect(line == nil)
        #expect(
            notes == ["The cookies in \(file.folder)/cookies cannot be read; the file is now cookies.broken."]
        )
        #expect(kept("sonic/default/cookies.broken") == text)
        await program.receive(["b=2" + Self.lasting], from: url)
        #expect(await self.program().line(for: url).line == "b=2")
    }

    @Test func `a record that could inject a header is left out`() async throws {
        await program().receive(["a=1" + Self.lasting, "b=2" + Self.lasting], from: url)
        let text = try #require(kept("sonic/default/cookies"))
        let broken = text.split(separator: "\"value\": \"1\"").joined(
            separator: "\"value\": \"1\\r\\nX: y\"")
        try folder.write(broken, to: "sonic/default/cookies")
        let (line, notes) = await program().line(for: url)
        #expect(line == "b=2")
        #expect(notes.first == "One cookie in \(file.folder)/cookies cannot be read and was skipped.")
    }

    @Test func `an overflowing cookie lifetime is limited to 400 days`() async throws {
        await program().receive(["a=1; Max-Age=99999999999999999", "b=2" + Self.lasting], from: url)
        let (line, _) = await program().line(for: url)
        #expect(line == "a=1; b=2")
        #expect(try await file.read().cookies.first?.expires == Self.now.adding(seconds: 400 * 86400))
    }

    @Test func `a file of a later version is left alone`() async throws {
        await program().receive(["a=1" + Self.lasting], from: url)
        try folder.write("{\"version\": 2, \"cookies\": []}", to: "sonic/default/cookies")
        let program = program()
        await program.receive(["b=2" + Self.lasting], from: url)
        #expect(await program.line(for: url).line == "b=2")
        #expect(kept("sonic/default/cookies") == "{\"version\": 2, \"cookies\": []}")
    }

    @Test func `a symbolic link in place of the file is not followed`() async throws {
        await program().receive(["a=1" + Self.lasting], from: url)
        let place = file.folder + "/cookies"
        #expect(rename(place, folder.path + "/elsewhere") == 0)
        #expect(symlink(folder.path + "/elsewhere", place) == 0)
        await #expect(throws: CookieFileFailure.failed(operation: "open", path: place, errno: ELOOP)) {
            try await file.read()
        }
        let program = program()
        await program.receive(["b=2" + Self.lasting], from: url)
        let (line, notes) = await program.line(for: url)
        #expect(line == "b=2")
        #expect(notes.contains { $0.hasPrefix("Cannot open \(place): ") })
        #expect(kept("elsewhere")?.contains("\"b\"") == false)
    }

    @Test func `a hard link, a folder or a FIFO in place of the file is refused`() async throws {
        await program().receive(["a=1" + Self.lasting], from: url)
        let place = file.folder + "/cookies"
        #expect(link(place, folder.path + "/twin") == 0)
        await #expect(throws: CookieFileFailure.refused(path: place, reason: "it has another hard link")) {
            try await file.read()
        }
        #expect(unlink(place) == 0)
        #expect(mkfifo(place, 0o600) == 0)
        await #expect(throws: CookieFileFailure.refused(path: place, reason: "it is not a file")) {
            try await file.read()
        }
    }

    @Test func `without a file cookies are kept in memory`() async throws {
        let cookies = AccountCookies(file: nil) { Self.now }
        await cookies.receive(["a=1" + Self.lasting, "="], from: url)
        let (line, notes) = await cookies.line(for: url)
        #expect(line == "a=1")
        #expect(
            notes == [
                "Cookie a is kept for h.example/.",
                "A cookie is refused: the line has no name and no value, or contains control characters.",
                "Cookie a is sent: it is for h.example/.",
            ])
    }

    @Test func `a symbolic link in place of the accounts' folder is not followed`() async throws {
        try folder.write("", to: "elsewhere/x")
        #expect(symlink(folder.path + "/elsewhere", folder.path + "/sonic") == 0)
        let program = program()
        await program.receive(["a=1" + Self.lasting], from: url)
        #expect(await program.trouble != nil)
        #expect(access(folder.path + "/elsewhere/default", F_OK) != 0)
    }

    @Test func `if no file can be created cookies stay in memory`() async throws {
        // No folder can be made in /proc.
        let cookies = AccountCookies(file: CookieFile(folder: "/proc/sonic/default")) { Self.now }
        for _ in 0..<2 {
            await cookies.receive(["a=1" + Self.lasting, "b=2"], from: url)
            #expect(await cookies.line(for: url).line == "a=1; b=2")
            #expect(await cookies.trouble != nil)
        }
        await cookies.receive(["a=; Max-Age=0"], from: url)
        #expect(await cookies.line(for: url).line == "b=2")
    }

    @Test func `cookies that were not written are merged with those of other programs`() async throws {
        let program = program()
        await program.receive(["a=1" + Self.lasting, "b=1" + Self.lasting], from: url)
        let other = CookieFile(folder: folder.path + "/other")
        await AccountCookies(file: other) { Self.now }.receive(
            ["b=2" + Self.lasting, "d=2" + Self.lasting], from: url)
        // With a folder in place of the lock file nothing can be changed, and all can be read.
        let lock = file.folder + "/cookies.lock"
        #expect(unlink(lock) == 0 && mkdir(lock, 0o700) == 0)
        await program.receive(["b=; Max-Age=0", "c=1" + Self.lasting], from: url)
        #expect(await program.trouble != nil)
        try folder.write(try #require(kept("other/cookies")), to: "sonic/default/cookies")
        #expect(await program.line(for: url).line == "d=2; c=1")
        #expect(await program.line(for: url).line == "d=2; c=1")
        // Once it can be changed again, the missing cookies are written.
        #expect(rmdir(lock) == 0)
        await program.receive(["e=1" + Self.lasting], from: url)
        #expect(await program.trouble == nil)
        #expect(try await file.read().cookies.map(\.name) == ["d", "c", "e"])
        await AccountCookies(file: file) { Self.now }.receive(["c=; Max-Age=0"], from: url)
        #expect(await program.line(for: url).line == "d=2; e=1")
    }

    /// Takes three seconds, the time for which a program waits for the lock of another one.
    @Test func `a stopped program with the lock does not block others for ever`() async throws {
        let program = program()
        await program.receive(["a=1" + Self.lasting], from: url)
        let place = file.folder + "/cookies.lock"
        let lock = open(place, O_RDWR | O_CLOEXEC)
        #expect(flock(lock, LOCK_EX) == 0)
        await program.receive(["b=2" + Self.lasting], from: url)
        #expect(await program.trouble == .busy(path: place))
        let (line, notes) = await program.line(for: url)
        #expect(line == "a=1; b=2")
        #expect(
            notes.contains(
                "\(place) is not used: another program holds the lock. Cookies are kept in memory only."
            ))
        close(lock)
        await program.receive(["c=3" + Self.lasting], from: url)
        #expect(await program.trouble == nil)
        #expect(try await file.read().cookies.map(\.name) == ["a", "b", "c"])
    }

    @Test func `cookies that were not written can be forgotten`() async throws {
        let cookies = AccountCookies(file: CookieFile(folder: "/proc/sonic/default")) { Self.now }
        await cookies.receive(["a=1" + Self.lasting, "b=2"], from: url)
        await #expect(throws: CookieFileFailure.self) { try await cookies.forget { _ in true } }
        #expect(await cookies.line(for: url).line == nil)
    }

    /// The content of a file in the folder; nil if there is none.
    private func kept(_ name: String) -> String? {
        folder.read(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The permissions of a file in the folder; nil if there is none.
    private func mode(_ name: String) -> mode_t? {
        var status = stat()
        return lstat(folder.path(name), &status) == 0 ? status.st_mode & 0o777 : nil
    }
}

extension AccountCookies {
    /// Receives these Set-Cookie lines of a response to a top-level request.
    fileprivate func receive(_ lines: [String], from url: WebURL) async {
        await receive(lines.map { HeaderValue($0) }, to: CookieRequest(url))
    }

    /// The Cookie line of a top-level request.
    fileprivate func line(for url: WebURL) async -> (line: String?, notes: [String]) {
        let (line, notes) = await line(for: CookieRequest(url))
        return (line?.text, notes)
    }
}

extension CookieFile {
    /// Reads the file, whatever its state.
    func read() async throws(CookieFileFailure) -> ReadResult { try await read(unless: nil) ?? .nothing }
}
