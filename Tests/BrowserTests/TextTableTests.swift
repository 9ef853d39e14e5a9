import BrowserValues
import CellGrid
import SonicProtocol
import TestSupport
import Testing
import Workbench

@testable import Browser
@testable import BrowserValues
@testable import PageLayout

/// Tables of values that are read, compared and written: the first cell of a row says what is done, the last one is the result.
@Suite struct TextTableTests {
    private static let folder = "Tests/BrowserTests/Tables"

    @Test(arguments: TableRow.all(in: "\(folder)/downloads.table"))
    func `the headers of a download are read as its row says`(row: TableRow) throws {
        #expect(try Self.download(row) == row[row.count - 1])
    }

    @Test(arguments: TableRow.all(in: "\(folder)/comparing.table"))
    func `two texts are compared as their row says`(row: TableRow) {
        #expect(Self.comparison(row) == row[row.count - 1])
    }

    @Test(arguments: TableRow.all(in: "\(folder)/texts.table"))
    func `a text is read as its row says`(row: TableRow) throws {
        #expect(try Self.reading(row) == row[row.count - 1])
    }

    @Test(arguments: [("downloads", 129), ("comparing", 87), ("texts", 94)])
    func `the tables have their rows`(name: String, count: Int) {
        #expect(TableRow.all(in: "\(Self.folder)/\(name).table").count >= count)
    }

    private static func headers(_ fields: (String, String)...) -> Headers {
        Headers(fields.filter { !$0.1.isEmpty }.map { HeaderField($0.0, $0.1) })
    }

    private static func fields(_ text: String) -> [HeaderField] {
        text.split(separator: "\n").compactMap { line -> HeaderField? in
            let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
            return parts.count == 2 ? HeaderField(parts[0], parts[1]) : nil
        }
    }

    /// The 100 bytes received of a file: of 300 with a tag or a date, of an unknown number (`open`), or nothing.
    private static func part(_ name: String) throws -> Resumption {
        guard name != "none" else { return Resumption(nil, received: 0) }
        let record = DownloadRecord(
            url: try WebURL.parse("http://x.test/a.zip"), type: nil, length: name == "open" ? nil : 300,
            validator: name == "dated" ? .date(HeaderValue("Tue, 14 Nov 2023 22:00:00 GMT")) : .tag("\"v1\""))
        return Resumption(record, received: 100)
    }

    private static func word(_ value: Any?) -> String { value.map { Script.word($0) } ?? "none" }

    private static func download(_ row: TableRow) throws -> String {
        switch row[0] {
        case "disposition":
            return FileName(headers(("Content-Disposition", row[1])), at: try WebURL.parse(row[2])).text
        case "address": return FileName(Headers(), at: try WebURL.parse(row[1])).text
        case "safe": return FileName(row[1]).text
        case "numbered": return FileName(row[1]).numbered(Int(row[2]) ?? 0)
        case "download":
            return word(FileAnswer.cause(headers(("Content-Type", row[1]), ("Content-Disposition", row[2]))))
        case "packed":
            let fields = headers(
                ("Content-Encoding", row[1]), ("Content-Type", row[2]), ("Content-Disposition", row[3]))
            return PackedFile.isPacked(fields, at: try WebURL.parse("http://a.test" + row[4])) ? "yes" : "no"
        case "response":
            let head = ResponseHead(
                version: "HTTP/1.1", status: Int(row[2]) ?? 0, reason: "", headers: Headers(fields(row[3])),
                raw: [])
            return word(try part(row[1]).verdict(on: head))
        case "validator":
            switch FileValidator(Headers(fields(row[1])), now: Instant(milliseconds: 1_700_000_000_000)) {
            case .tag(let value): return "tag \(value)"
            case .date(let value): return "date \(value)"
            case nil: return "none"
            }
        case "record":
            guard let record = DownloadRecord(row.bytes[1]) else { return "rejected" }
            let isReported = record.validator == nil && record.unsendable?.rule == .validatorUnsendable
            return isReported ? "validatorUnsendable" : "accepted"
        default:
            return SentFile(
                path: Array("/d/a.png".utf8), name: "a.png", type: "image/png",
                stamp: SentFile.Stamp(size: 2048, modified: 1), nonce: 5
            ).fits(row[1]) ? "yes" : "no"
        }
    }

    private static func comparison(_ row: TableRow) -> String {
        let old = row.bytes[1]
        let new = row.count > 3 ? row.bytes[2] : []
        func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
            String(decoding: bytes[range], as: UTF8.self)
        }
        switch row[0] {
        case "kind": return SourceChangeKind(from: old[...], to: new[...])?.words ?? "none"
        case "lines":
            var diff = SourceDiff(from: old, to: new)
            diff.finish()
            guard diff.extent == .exact else { return "not exact" }
            return diff.changes.map {
                "\($0.oldLine)-\(text(diff.old, $0.old)) \($0.newLine)+\(text(diff.new, $0.new))"
            }.joined(separator: "; ")
        case "bytes":
            let changed = ChangedBytes(from: old[...], to: new[...])
            // The lines may be anywhere in a text.
            let all = Array("ab".utf8) + old + new
            guard changed == ChangedBytes(from: all[2..<(2 + old.count)], to: all[(2 + old.count)...]) else {
                return "another result for the lines within a text"
            }
            return
                "[\(changed.old.map { text(old, $0) }.joined())] → [\(changed.new.map { text(new, $0) }.joined())]"
        case "visible": return SourceLine(old, 0..<old.count, marks: [], (.text, .addedWord)).line.text
        case "difference":
            let words = row[1].split(separator: " ").map(String.init)
            guard let part = ComparedPart(named: words[0]) else { return "no part" }
            let form = words[1] == "text" ? ComparisonForm.text : .source
            do throws(ComparedPart.Missing) {
                let lines = try sides(row.bytes[2], row.bytes[3])
                    .difference(in: part, as: form, .masked, charsets: .asciiOnly)
                return lines.isEmpty ? "none" : lines.joined(separator: "\n")
            } catch {
                return "missing: \(error.words)"
            }
        case "responses": return String(decoding: sides(old, new).responses, as: UTF8.self)
        case "unified", "halves":
            var diff = SourceDiff(from: old, to: new)
            diff.finish()
            let text = SourceDiffText(diff: diff, width: row[0] == "unified" ? 40 : 101)
            let lines = text.diff.changes.indices.flatMap { index in
                let lines = text.lines(ofChange: index)
                return (lines.around + lines.change + lines.behind).map(\.text)
            }
            let all = lines + text.ending.map(\.text)
            guard row[0] == "halves" else { return all.joined(separator: "\n") }
            return all.map { line in
                line.split(separator: "│").map {
                    $0.trimmingPrefix { $0 == " " }.reversed().trimmingPrefix { $0 == " " }
                }
                .map { String($0.reversed()) }.joined(separator: ",")
            }.joined(separator: "\n")
        case "first": return SourceDifference(from: old, to: new)?.words ?? "none"
        case "part": return word(ComparedPart(named: row[1]))
        default:
            return HeaderComparison(old: old, new: new, secrets: row[0] == "masked" ? .masked : .kept).rows
                .map {
                    switch $0 {
                    case .same(let line): "=" + line
                    case .removed(let line): "-" + line
                    case .added(let line): "+" + line
                    case .changed(let old, let new, let note):
                        "~\(old) → \(new)" + (note.map { " \($0)" } ?? "")
                    case .moved(let line, let from, let to): ">\(line) from \(from) to \(to)"
                    }
                }.joined(separator: "; ")
        }
    }

    private static func sides(_ old: [UInt8], _ new: [UInt8]) -> SideComparison {
        func side(_ bytes: [UInt8], _ title: String) -> ExchangeSide {
            ExchangeSide(file: bytes, at: Stage.url("file:///\(title)"), title: title)
        }
        return SideComparison(old: side(old, "old"), new: side(new, "new"))
    }

    private static func mailcap(_ texts: String...) -> Mailcap {
        var mailcap = Mailcap()
        for text in texts { mailcap.append(text) }
        return mailcap
    }

    private static func reading(_ row: TableRow) throws -> String {
        switch row[0] {
        case "interval":
            return Pace(row[1]).map { "\($0.interval / .milliseconds(1)) ms: \($0.words)" }?
                .replacing(".0 ms", with: " ms") ?? "invalid"
        case "list":
            let names = row[2].split(separator: " ").map(String.init)
            var list = Shortlist(names.map { Shortlist.Entry($0, name: $0) })
            list.narrow(to: row[1])
            return list.shown.map { list.entries[$0].name }.joined(separator: " ")
        case "marked":
            var line = StyledLine()
            line.append(row[2], .text, marking: SoughtWord.all(in: row[1]), in: .names)
            return line.runs.map { $0.role == .match ? "[\($0.text)]" : $0.text }.joined()
        case "mailcap":
            let mailcap = mailcap(row[1])
            guard mailcap.entries.allSatisfy({ !$0.command.isEmpty }) else {
                return "an entry without a command"
            }
            return mailcap.entries(for: "a/b").first.map { "\($0.place)" } ?? "no entry"
        case "entries":
            let commands = mailcap(row[1], row[2]).entries(for: row[3]).map(\.command)
            return commands.isEmpty ? "none" : commands.joined(separator: ", ")
        case "all":
            return mailcap(row[1]).entries.map { entry in
                "\(entry.type): \(entry.command), \(entry.place)" + (entry.test.map { ", if \($0)" } ?? "")
                    + (entry.nameTemplate.map { ", named \($0)" } ?? "")
            }.joined(separator: "; ")
        case "name": return mailcap(row[1]).entries[0].name(for: row[2]) ?? "none"
        case "browsers":
            let lines = ShellTemplate.browsers(in: row[1])
            return lines.isEmpty ? "none" : lines.joined(separator: ",")
        case "shell":
            do throws(ShellTemplate.Failure) {
                let made = try ShellTemplate(row[1], value: row[2], type: "a/b")
                let arguments = made.arguments.isEmpty ? "none" : made.arguments.joined(separator: ",")
                return "\(made.script); arguments \(arguments)" + (made.namesValue ? ", the value" : "")
            } catch {
                return word(error)
            }
        case "command", "plain":
            do throws(ShellTemplate.Failure) {
                let made = try ShellTemplate(row[1], value: row[2], type: "a/b")
                guard made.arguments == [row[2]], made.namesValue else { return "\(made)" }
                return row[0] == "plain" ? made.arguments[0] : made.script
            } catch {
                return error == .unsafe(row[2]) ? "unsafe" : "\(error)"
            }
        default:
            let theme = row[1] == "dark" ? Theme.dark : .light
            let run = Line.Run(
                range: 0..<1, columns: 0..<1, foreground: UInt32(row[2], radix: 16),
                background: UInt32(row[3], radix: 16))
            let style = theme.style(of: run)
            func word(_ color: Color, _ usual: Color) -> String {
                guard color != usual, case .rgb(let red, let green, let blue) = color else { return "-" }
                let digits = String(Int(red) << 16 | Int(green) << 8 | Int(blue), radix: 16, uppercase: true)
                return String(repeating: "0", count: 6 - digits.count) + digits
            }
            return "\(word(style.foreground, theme[.text].foreground)) "
                + word(style.background, theme[.text].background)
        }
    }
}
