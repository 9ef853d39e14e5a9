import Chance
import Testing

@testable import SonicProtocol

struct TemplateTextTests {
    private func update(_ data: [String: String]) throws -> DataUpdate {
        let members = data.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
        return try DataUpdate(json: Array("{\"data\":{\(members)}}".utf8))
    }

    private func filled(_ template: String, _ data: [String: String]) throws -> (String, [String], [String]) {
        let filled = TemplateText(Array(template.utf8)).filled(with: try update(data))
        return (String(decoding: filled.html, as: UTF8.self), filled.homeless, filled.repeated)
    }

    @Test func `each value replaces its key, and is not searched itself`() throws {
        #expect(
            try filled("<{title}|{a}{b}>", ["{title}": "T", "{a}": "{b}", "{b}": "B"]) == ("<T|{b}B>", [], [])
        )
    }

    @Test func `keys without a place and keys with several places are reported`() throws {
        #expect(try filled("{a}-{a}", ["{a}": "A", "{c}": "C"]) == ("A-{a}", ["c"], ["a"]))
    }

    @Test func `a title inside a block is filled in there`() throws {
        #expect(try filled("{a}", ["{a}": "[{title}]", "{title}": "T"]) == ("[T]", [], []))
    }

    @Test func `a page without placeholder text is restored from its template and data`() throws {
        var random = SeededGenerator(seed: 9)
        let pieces = [
            "<title>t</title>", "<!--sonicdiff-a-->1<!--sonicdiff-a-end-->",
            "<!--sonicdiff-b-->2<!--sonicdiff-b-end-->",
            "x", "\n", "{", "}", "<!--sonicdiff-c--><title>n</title><!--sonicdiff-c-end-->",
        ]
        for _ in 0..<2000 {
            let html = Array(
                pieces.shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random)).joined().utf8)
            let split = PageSplit(html: html)
            var data: [String: [UInt8]] = ["{title}": split.dataBytes(of: .title, in: html)]
            for index in split.blocks.indices {
                data[split.keys(for: .block(index))[0]] = split.dataBytes(of: .block(index), in: html)
            }
            let members = data.map { "\"\($0)\":\"\(String(decoding: $1, as: UTF8.self))\"" }.joined(
                separator: ",")
            let update = try DataUpdate(json: Array("{\"data\":{\(members)}}".utf8))
            let template = TemplateText(split.templateBytes(of: html))
            #expect(template.filled(with: update).html == html)
        }
    }
}
