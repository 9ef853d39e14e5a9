import Glibc
import Testing

@Suite struct SourceTests {
    /// Words that no code may contain, each with the reason.
    private static let forbidden: [(word: String, reason: String)] = [
        ("@unchecked Sendable", "the compiler must see that a value may cross a boundary"),
        ("try!", "an error of the world outside is not a reason to stop the program"),
        ("as!", "a cast that fails is not a reason to stop the program"),
        ("fatalError(", "nothing that the network, the disk or a person causes may stop the program"),
        ("NSRegularExpression", "8 MB a second, and all of Foundation"),
        ("usleep(", "wait for a state, not for a time"),
        ("Thread.sleep", "wait for a state, not for a time"),
        (".disabled(", "a test that does not run hides what it would have found"),
        ("XCTest", "tests are written with Swift Testing"),
    ]

    /// Words that the programs may not contain; a test double may need a lock to be called from anywhere.
    private static let forbiddenInSources: [(word: String, reason: String)] = [
        ("DispatchQueue", "actors and pipes keep data apart; queues do not say what they guard"),
        ("DispatchSemaphore", "a thread that waits for a task may wait for itself"),
        ("NSLock", "actors and pipes keep data apart"),
        ("Mutex<", "actors and pipes keep data apart, and the thread sanitizer misreads Mutex"),
        ("pthread_mutex_lock(", "actors and pipes keep data apart"),
    ]

    /// Words that require a reason in a comment on their line or an adjacent one.
    private static let explained = [
        "try?", "nonisolated(unsafe)", "Task.sleep", "unsafeBitCast", "preconditionFailure(",
    ]

    /// Suffixes of type names that say nothing about the type.
    private static let emptyNames = ["Manager", "Helper", "Helpers", "Util", "Utils", "Info", "Singleton"]

    /// All files except this folder, where the rules themselves contain the words.
    private static func governed() throws -> [Repository.File] {
        try Repository.swiftFiles().filter { $0.target != "TidyTests" }
    }

    @Test func `no file is longer than 350 lines`() throws {
        let findings = try Repository.swiftFiles().compactMap { file in
            let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
            return count > 350 ? Finding(path: file.path, line: count, message: "split this file") : nil
        }
        #expect(findings == [])
    }

    @Test func `no code contains a forbidden word`() throws {
        var findings: [Finding] = []
        for file in try Self.governed() {
            let all = Self.forbidden + (file.path.hasPrefix("Sources/") ? Self.forbiddenInSources : [])
            let forbidden = all.filter { file.mentions($0.word) }
            for (index, line) in file.lines.enumerated() where !forbidden.isEmpty {
                for (word, reason) in forbidden
                where Self.holds(line, word) && Self.holds(Self.code(of: line), word) {
                    findings.append(
                        Finding(path: file.path, line: index + 1, message: "“\(word)”: \(reason)"))
                }
            }
        }
        #expect(findings == [])
    }

    @Test func `no comment leaves work for later`() throws {
        var findings: [Finding] = []
        for file in try Self.governed() {
            let marks = ["TODO", "FIXME", "XXX", "HACK"].filter(file.mentions)
            for (index, line) in file.lines.enumerated() where !marks.isEmpty {
                for word in marks where Self.holds(line, word) {
                    findings.append(
                        Finding(path: file.path, line: index + 1, message: "“\(word)”: do it or decide it"))
                }
            }
        }
        #expect(findings == [])
    }

    @Test func `suspicious code has a comment with the reason`() throws {
        var findings: [Finding] = []
        for file in try Self.governed() {
            let words = Self.explained.filter(file.mentions)
            let lines = words.isEmpty ? [] : file.lines
            for (index, line) in lines.enumerated() {
                let nearby = lines[max(0, index - 1)...min(lines.count - 1, index + 1)]
                for word in words where Self.holds(line, word) && Self.holds(Self.code(of: line), word) {
                    guard !nearby.contains(where: Self.hasComment) else { continue }
                    findings.append(
                        Finding(
                            path: file.path, line: index + 1, message: "“\(word)” needs its reason beside it")
                    )
                }
            }
        }
        #expect(findings == [])
    }

    @Test func `one file writes all that reaches the terminal without ncurses`() throws {
        let writing = /(^|[^.\w])(write|writeAll|putp|tputs|fputs|fwrite|print)\(/
        let findings = try Repository.files(below: "Sources/Adapters/Terminal", ending: ".swift").flatMap {
            file in
            file.lines.enumerated().compactMap { index, line -> Finding? in
                let code = Self.code(of: line)
                // The pipes of the thread that reads the terminal.
                let isPipe =
                    code.contains("write(descriptor, &byte, 1)") || code.contains("write(orders, &byte, 1)")
                guard file.path != "Sources/Adapters/Terminal/FrameOutput.swift", !isPipe,
                    code.contains(writing)
                else { return nil }
                return Finding(path: file.path, line: index + 1, message: "write in FrameOutput.swift")
            }
        }
        #expect(findings == [])
    }

    @Test func `no type name has a meaningless suffix`() throws {
        var findings: [Finding] = []
        for file in try Self.governed() {
            guard Self.emptyNames.contains(where: file.mentions) else { continue }
            for (index, line) in file.lines.enumerated() {
                guard let name = Self.declaredType(in: line) else { continue }
                for ending in Self.emptyNames where name.hasSuffix(ending) {
                    findings.append(
                        Finding(path: file.path, line: index + 1, message: "“\(name)” says nothing"))
                }
            }
        }
        #expect(findings == [])
    }

    @Test func `the rules find what they forbid`() {
        #expect(Self.holds(Self.code(of: "let a = try! b()"), "try!"))
        #expect(Self.holds(Self.code(of: "x = y as! Z"), "as!"))
        #expect(!Self.holds(Self.code(of: "let a = 1 // try! nothing"), "try!"))
        #expect(!Self.holds(Self.code(of: "has!b"), "as!"))
        #expect(Self.code(of: "let a = \"http://b\" + try!") == "let a = \"http://b\" + try!")
        #expect(Self.hasComment("a() // why") && !Self.hasComment("let a = \"http://b\""))
        #expect(Self.declaredType(in: "public final class CacheManager: Sendable {") == "CacheManager")
        #expect(Self.declaredType(in: "    /// an actor of sorts") == nil)
    }

    // MARK: Reading a line

    /// The line up to its comment.
    private static func code(of line: Substring) -> Substring {
        commentStart(in: line).map { line[..<$0] } ?? line
    }

    private static func hasComment(_ line: Substring) -> Bool { commentStart(in: line) != nil }

    /// Where `//` begins a comment, outside quotes.
    private static func commentStart(in line: Substring) -> Substring.Index? {
        var isQuoted = false
        var last: Character = " "
        for index in line.indices {
            let character = line[index]
            if character == "\"", last != "\\" { isQuoted.toggle() }
            if character == "/", last == "/", !isQuoted { return line.index(before: index) }
            last = character
        }
        return nil
    }

    /// Whether the line contains the word as a whole word.
    private static func holds(_ line: Substring, _ word: String) -> Bool {
        // A fast check first: most lines do not contain the word.
        guard strstr(String(line), word) != nil else { return false }
        var rest = line
        while let range = rest.firstRange(of: word) {
            let before = range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : " "
            let after = range.upperBound < line.endIndex ? line[range.upperBound] : " "
            let startsWord = !isWordCharacter(before) || !(word.first.map(isWordCharacter) ?? false)
            let endsWord = !isWordCharacter(after) || !(word.last.map(isWordCharacter) ?? false)
            if startsWord && endsWord { return true }
            rest = rest[range.upperBound...]
        }
        return false
    }

    private static func isWordCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    private static func declaredType(in line: Substring) -> String? {
        let words = code(of: line).split { !isWordCharacter($0) }
        guard
            let keyword = words.firstIndex(where: {
                ["class", "struct", "enum", "actor", "protocol"].contains($0)
            }),
            keyword + 1 < words.count,
            words[..<keyword].allSatisfy({
                ["public", "package", "private", "fileprivate", "internal", "final", "indirect"].contains($0)
            })
        else { return nil }
        return String(words[keyword + 1])
    }
}
