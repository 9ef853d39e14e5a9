import ProgramArguments
import Testing

@Suite struct ArgumentScannerTests {
    /// The parsed arguments: words unchanged, options as `name` or `name:value`, a mistake after `!`.
    @Test(
        arguments: [
            ([], []), (["a", "-", "b"], ["a", "-", "b"]), (["--flag", "a"], ["flag", "a"]),
            (["-f", "a"], ["flag", "a"]), (["--flag=x"], ["!--flag takes no value (--flag=x)"]),
            (["-fx"], ["!-f takes no value (-fx)"]), (["--file", "a"], ["file:a"]),
            (["--file=a=b"], ["file:a=b"]),
            (["--file="], ["file:"]), (["--file", "--flag"], ["file:--flag"]),
            (["--file", "--"], ["file:--"]),
            (["-o", "a", "-ob"], ["file:a", "file:b"]), (["-o=b"], ["file:=b"]),
            (["--file", "a", "--file", "b"], ["file:a", "file:b"]),
            (["--file"], ["!--file of file needs a value"]),
            (["-o"], ["!-o of file needs a value"]), (["--count"], ["count"]),
            (["--count", "3"], ["count:3"]),
            (["--count", "a"], ["count", "a"]), (["--count=a"], ["count:a"]),
            (["--count", "--flag"], ["count", "flag"]),
            (["a", "--", "--flag", "--", "-"], ["a", "--flag", "--", "-"]), (["--"], []),
            (["a", "--other=x", "b"], ["a", "!--other is unknown (--other=x)"]),
            (["-xy"], ["!-x is unknown (-xy)"]),
            (["--Flag"], ["!--Flag is unknown (--Flag)"]), (["-é"], ["!-é is unknown (-é)"]),
            (["---"], ["!--- is unknown (---)"]), (["--=a"], ["!-- is unknown (--=a)"]), ([""], [""]),
        ] as [([String], [String])])
    func `arguments are parsed by a table`(_ arguments: [String], _ expected: [String]) {
        var scanner = ArgumentScanner(arguments.map { Array($0.utf8) }, find: Self.find)
        var found: [String] = []
        do throws(ArgumentScanner<String>.Mistake) {
            while let argument = try scanner.next() {
                switch argument {
                case .word(let word): found.append(Self.text(word))
                case .option(let option, let value):
                    found.append(option + (value.map { ":" + Self.text($0) } ?? ""))
                }
            }
        } catch {
            switch error {
            case .unknown(let name, let argument): found.append("!\(name) is unknown (\(argument))")
            case .unwantedValue(let name, let argument): found.append("!\(name) takes no value (\(argument))")
            case .missingValue(let option, let name): found.append("!\(name) of \(option) needs a value")
            }
        }
        #expect(found == expected)
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `words and values may be any bytes`() throws {
        let odd: [UInt8] = [0xFF, 0x3D, 0xC3]
        var scanner = ArgumentScanner(
            [odd, "--file=".utf8 + odd, "-o".utf8 + odd, Array("--file".utf8), odd], find: Self.find)
        var found: [[UInt8]] = []
        while let argument = try scanner.next() {
            switch argument {
            case .word(let word): found.append(word)
            case .option(_, let value): found.append(try #require(value))
            }
        }
        #expect(found == [odd, odd, odd, odd])
    }

    private static func find(_ name: String) -> (option: String, value: ArgumentScanner<String>.Value)? {
        switch name {
        case "--flag", "-f": ("flag", .none)
        case "--file", "-o": ("file", .required)
        case "--count": ("count", .optional { Int($0) != nil })
        default: nil
        }
    }
}
