import CellGrid
import PageCache
import SessionReports
import SessionWords
import SonicProtocol
import SonicSession
import SystemLibraries

/// `sonic merge PAGE JSON`: merges the data of an update into a page or a template, without a network.
struct MergeCommand {
    static let row = Subcommand(
        "merge", "sonic merge PAGE|TEMPLATE JSON", "merge an update into a page, and verify its hash", .files,
        takes: 2...2, "two files", options: [.json, .print],
        examples: [("sonic merge page.html update.json", "put an update into a page")], run: run)

    /// The result: the changed blocks are nil if the file is a template, which has no old ones.
    private typealias Merged = (html: [UInt8], changed: [String]?, findings: [Finding])

    static func run(_ arguments: Arguments) throws(CommandFailure) -> ExitStatus {
        let words = arguments.words
        if words == ["-", "-"] { throw .init(message: "only one of the two files can be standard input") }
        let part = try arguments.value(.print, as: { $0 == "merged" ? $0 : nil }, "merged")
        let (page, body) = (try InputFile.bytes(words[0]), try InputFile.bytes(words[1]))
        let update: DataUpdate
        do throws(DataUpdate.Failure) {
            update = try DataUpdate(json: body)
        } catch {
            throw .failed("\(words[1]) cannot be used: \(Rejection.body(error).words)")
        }
        do throws(MergeFailure) {
            return show(try merged(update, into: page), update, part, arguments)
        } catch {
            throw .failed("\(words[1]) does not fit \(words[0]): \(Rejection.merge(error).words)")
        }
    }

    /// Fills the blocks of a page, or the placeholders of a template. The hash is checked later, so that a
    /// wrong page can be inspected.
    private static func merged(_ update: DataUpdate, into bytes: [UInt8]) throws(MergeFailure) -> Merged {
        let split = PageSplit(html: bytes)
        let keys = Placeholders(in: bytes, of: Set(update.data.keys)).places
        if split.blocks.isEmpty, !keys.isEmpty {
            let filled = TemplateText(bytes).filled(with: update)
            let findings =
                filled.homeless.map {
                    Finding(.updateUnknownBlocks, "{\($0)} is not in the template")
                }
                + filled.repeated.map {
                    Finding(
                        .placeholderInPage,
                        "{\($0)} is in the template more than once; the first is filled")
                }
            return (filled.html, nil, findings)
        }
        let page: MergedPage
        do throws(MergeFailure) {
            page = try split.merging(
                update, into: bytes, claimed: update.htmlSHA1, hashes: .nettle, memory: .largePages)
        } catch {
            guard case .wrongHash = error else { throw error }
            page = try split.merging(
                update, into: bytes, claimed: nil, hashes: .nettle, memory: .largePages)
        }
        let findings = page.mismatch.map { [SessionFinding.updateInexact($0).finding] } ?? []
        return (page.html, page.changes.map(\.name), findings)
    }

    private static func show(_ merged: Merged, _ update: DataUpdate, _ part: String?, _ arguments: Arguments)
        -> ExitStatus
    {
        let sha1 = Hashes.nettle.sha1(merged.html)
        let holds = update.htmlSHA1.map { Bytes.equalIgnoringCase($0.utf8, sha1.utf8) }
        let split = PageSplit(html: merged.html)
        let tag = Hashes.nettle.sha1(split.templateBytes(of: merged.html))
        if part != nil {
            Console.printExactly(merged.html)
            if holds == false {
                Console.complain("the page's sha1 is \(sha1), but html-sha1 is \(update.htmlSHA1 ?? "")")
            }
        } else if arguments.has(.json) {
            Console.print(
                ([
                    "bytes": .integer(merged.html.count), "sha1": .string(sha1),
                    "claimed": .string(orNull: update.htmlSHA1), "templateTag": .string(tag),
                    "updateTemplateTag": .string(orNull: update.templateTag),
                    "changedBlocks": merged.changed.map { .array($0.map { .string($0) }) } ?? .null,
                    "problems": FindingText.json(merged.findings),
                ] as JSONValue).text(.indented))
        } else {
            let verdict =
                switch holds {
                case true?: "matches html-sha1 of the update"
                case false?: "but html-sha1 of the update is \(update.htmlSHA1 ?? "")"
                case nil: "not verified: the update has no html-sha1"
                }
            var lines = [
                "merged page   \(merged.html.count) bytes", "sha1          \(sha1)  \(verdict)",
                "template-tag  \(tag)  computed; in the update: \(update.templateTag ?? "none")",
            ]
            if let changed = merged.changed {
                lines.append(
                    "changed       " + (changed.isEmpty ? "nothing" : changed.joined(separator: ", ")))
            }
            for line in lines + FindingText.lines(merged.findings) { Console.print(VisibleText.line(line)) }
        }
        return holds == false ? .failed : .done
    }
}
