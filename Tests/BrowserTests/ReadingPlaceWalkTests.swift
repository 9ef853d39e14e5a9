import BrowserServices
import CellGrid
import Chance
import HTML
import PageLayout
import SonicProtocol
import Testing

@testable import Browser

/// Whatever happens to a page, the reader stays where he is, with what he has entered and marked.
@Suite struct ReadingPlaceWalkTests {
    /// A page in windows-1251 with numbered paragraphs, a block in the middle, and a field.
    private static func page(block: String, of title: String = "t") -> [UInt8] {
        let word: [UInt8] = [0xEF, 0xF0, 0xE8]
        var html = Array("<title>\(title)</title><form action=/s><input name=q></form>".utf8)
        for number in 0..<120 {
            if number == 60 {
                html += Array("<!--sonicdiff-a--><div>\(block)</div><!--sonicdiff-a-end-->".utf8)
            }
            html += Array("<p>Paragraph \(number) ".utf8)
            html += word
            html += Array("</p>\n".utf8)
        }
        return html
    }

    /// The paragraph that begins at or after an offset of the text.
    private static func paragraph(at offset: Int, in document: Browser.Document) -> Substring {
        let text = String(decoding: document.layout.source[offset...].prefix(40), as: UTF8.self)
        return text.drop { $0 != "P" }.prefix { $0.isASCII && $0 != "<" }
    }

    @Test(arguments: 0..<12)
    func `no sequence of changes loses the place, the marks, the search or the input`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let url = try #require(WebURL("http://a.example/"))
        let headers = "text/html; charset=windows-1251"
        var document = Browser.Document(
            url: url, source: .current, kind: .html(contentType: headers), charsets: .iconv,
            html: Self.page(block: "old"), width: 70)
        document.origin.isEdited = true
        document.readForms()
        let field = try #require(document.reader.filling.page?.fields.first?.key)
        document.reader.filling.values[field] = .text("typed")
        document.settle(height: 20)
        document.scroll(to: Int.random(in: 5...60, using: &random), height: 20)
        document.perform(.mark(SoughtText("graph 7")), height: 20)
        let source = document.layout.source
        for letter: Unicode.Scalar in ["a", "b"] {
            let start = "<p>Paragraph \(Int.random(in: 0..<120, using: &random)) "
            let place = try #require(source.firstRange(of: Array(start.utf8)))
            document.reader.placeMarks[letter] = place.lowerBound
        }
        let top = Self.paragraph(at: document.reader.topOffset, in: document)
        let marked = document.reader.placeMarks.mapValues { Self.paragraph(at: $0, in: document) }
        for step in 0..<12 {
            let change = Int.random(in: 0..<7, using: &random)
            switch change {
            case 0: document.read(as: EncodingChoice(.windows1252, .reader))
            case 1: document.read(as: nil)
            case 2:
                let block = String(repeating: "new ", count: Int.random(in: 0...300, using: &random))
                document.turn(into: Self.page(block: block), document.kind, at: url)
            case 3:
                document.turn(into: Self.page(block: "other", of: "title \(step)"), document.kind, at: url)
            case 4: document.resize(width: Int.random(in: 30...100, using: &random))
            case 5: document.apply(styles: [:], ofReader: [Array("p{color:red}".utf8)], areApplied: true)
            default: while document.advance() {}
            }
            document.settle(height: 20)
            let said = "after \(change) in step \(step)"
            #expect(document.reader.filling.values[field] == .text("typed"), "\(said)")
            #expect(document.sought?.text == "graph 7" && document.origin.isEdited, "\(said)")
            for (letter, offset) in document.reader.placeMarks {
                #expect(Self.paragraph(at: offset, in: document) == marked[letter], "\(letter) \(said)")
            }
            #expect(document.reader.placeMarks.count == 2, "\(said)")
            #expect(Self.paragraph(at: document.reader.topOffset, in: document) == top, "\(said)")
        }
    }

    @Test(arguments: 0..<12)
    func `no reload, way back or switch of accounts loses the place, the marks or the input`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        var stage = Stage(columns: 80, rows: 24)
        func page(_ block: String) -> String {
            String(decoding: Self.page(block: block).filter { $0 < 0x80 }, as: UTF8.self)
        }
        var html = page("old")
        stage.open("http://a.example/")
        stage.readCache(html)
        stage.end(.fresh(.lifetime), "stored")
        stage.model.document?.readForms()
        let field = try #require(stage.model.document?.reader.filling.page?.fields.first?.key)
        stage.model.document?.reader.filling.values[field] = .text("typed")
        stage.model.document?.scroll(to: Int.random(in: 5...60, using: &random), height: 20)
        let source = try #require(stage.model.document?.layout.source)
        for letter: Unicode.Scalar in ["a", "b"] {
            let start = Array("<p>Paragraph \(Int.random(in: 0..<120, using: &random)) ".utf8)
            stage.model.document?.reader.placeMarks[letter] = source.firstRange(of: start)?.lowerBound
        }
        func paragraphs(_ stage: Stage) throws -> [Substring] {
            let document = try #require(stage.model.document)
            let marks = ["a", "b"].compactMap { document.reader.placeMarks[$0] }
            return ([document.reader.topOffset] + marks).map { Self.paragraph(at: $0, in: document) }
        }
        let places = try paragraphs(stage)
        for step in 0..<12 {
            let change = Int.random(in: 0..<6, using: &random)
            switch change {
            case 0, 1:
                var next = page(String(repeating: "new ", count: Int.random(in: 0...300, using: &random)))
                let endings = html.contains("</P>") ? ["</P>", "</p>"] : ["</p>", "</P>"]
                next = next.replacing("</p>", with: endings[0])
                // So many differences are no patch, and these move nothing.
                if change == 1 { next = html.replacing(endings[0], with: endings[1]) }
                stage.press("r")
                stage.ask(200)
                if change == 0 { stage.update(from: html, to: next) } else { stage.replace(with: next) }
                stage.end(change == 0 ? .dataUpdate : .templateChange, "changed")
                html = next
            case 2:
                stage.press("r")
                stage.ask(304)
                stage.end(.allCached, "current")
            case 3:
                for name in ["ben", "alice"] { stage.send(.accountSwitched(name)) }
                stage.readCache(html)
                stage.end(.fresh(.history), "stored")
            case 4:
                stage.open("http://b.example/")
                stage.readCache("<p>other")
                stage.end(.fresh(.lifetime), "stored")
                stage.press("B")
                stage.readCache(html)
                stage.end(.fresh(.history), "stored")
            default:
                let columns = Column(Int.random(in: 30...100, using: &random))
                stage.send(.terminal(.resized(Size(rows: 24, columns: columns))))
            }
            while stage.model.idle() {}
            #expect(try paragraphs(stage) == places, "after \(change) in step \(step)")
            #expect(
                stage.model.document?.reader.filling.values[field] == .text("typed"),
                "after \(change) in step \(step)")
        }
    }

    /// JSON with objects and arrays, long strings with characters that HTML escapes, and the links of its nodes' keys.
    private static func tree(_ random: inout SeededGenerator) -> [UInt8] {
        func value(_ depth: Int) -> String {
            let count = Int.random(in: 0...3, using: &random)
            switch depth == 0 ? 0 : Int.random(in: 0...3, using: &random) {
            case 0: return "\"" + String(repeating: "a <b> & \\\"c\\\" ", count: count * 8) + "\""
            case 1: return "[" + (0..<count).map { _ in value(depth - 1) }.joined(separator: ", ") + "]"
            default:
                let members = (0..<count).map { "\"m\($0)\": " + value(depth - 1) }
                return "{" + members.joined(separator: ",\n ") + "}"
            }
        }
        return Array(("[" + (0..<40).map { _ in value(4) }.joined(separator: ",\n") + "]").utf8)
    }

    @Test(arguments: Seeds.of(24 as UInt64))
    func `no fold and no form of a text moves the first line or a mark, unless it is folded away`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let url = try #require(WebURL("http://a.example/"))
        let text = Self.tree(&random)
        var document = Browser.Document(
            url: url, source: .current, kind: .text(contentType: "application/json"), html: text, width: 60)
        document.unfold()
        document.layOutWhole()
        let keys = document.layout.linksLaidOut.compactMap {
            document.layout.link($0)?.href.flatMap { TreeFolds.key(ofLink: $0) }
        }
        /// The line at which the document begins, without the columns of its fold sign.
        func firstLine() -> String {
            document.layout.line(document.reader.top).text.filter { !"▾▸".contains($0) }
        }
        document.scroll(to: Int.random(in: 0..<document.layout.lineCount - 20, using: &random), height: 20)
        let (line, place) = (firstLine(), document.textTop)
        document.reader.placeMarks["a"] = place
        for step in 0..<12 {
            var closed: [UInt64] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let key = try #require(keys.randomElement(using: &random))
                closed.append(key)
                document.toggleFold(key)
                document.settle(height: 20)
            }
            #expect(document.reader.placeMarks["a"] == place)
            if step.isMultiple(of: 3) {
                document.toggleForm()
                document.settle(height: 20)
                document.resize(width: Int.random(in: 30...90, using: &random))
                document.toggleForm()
                document.resize(width: 60)
            }
            for key in closed.reversed() { document.toggleFold(key) }
            document.settle(height: 20)
            document.aim(at: .offset(place))
            while document.advance() { document.settle(height: 20) }
            document.settle(height: 20)
            #expect(firstLine() == line, "seed \(seed), step \(step)")
            for _ in 0..<2 {
                document.toggleForm()
                document.settle(height: 20)
                #expect(document.textTop == place, "seed \(seed), step \(step)")
            }
            #expect(firstLine() == line, "seed \(seed), step \(step)")
        }
    }

    @Test(
        arguments: [
            (["a", "b", "c"], "b"), (["x", "y", "a", "b"], "b"), (["a", "c", "d"], nil), ([], nil),
        ] as [([String], String?)])
    func `the chosen link of a page that is replaced as a whole is the same link, or none`(
        _ names: [String], _ expected: String?
    ) throws {
        func page(_ names: [String], _ text: String) -> [UInt8] {
            let links = names.map { "<p><a href=/\($0)>to \($0)</a> \(text)" }.joined()
            return Array((links + String(repeating: "<p>\(text) \(text)", count: 30)).utf8)
        }
        let url = try #require(WebURL("http://a.example/"))
        var document = Browser.Document(
            url: url, source: .current, kind: .html(contentType: nil), html: page(["a", "b", "c"], "old"),
            width: 70)
        document.settle(height: 20)
        document.reader.chosenLink = 1
        document.turn(into: page(names, "a new"), .html(contentType: "text/html; charset=utf-8"), at: url)
        document.settle(height: 20)
        #expect(document.latest.changes.contains { $0.kind == .page })
        #expect(
            document.reader.chosenLink.flatMap { document.layout.link($0)?.href } == expected.map { "/" + $0 }
        )
    }
}
