import CellGrid
import Chance
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// The current line keeps its position on the screen through any change around it.
struct ReadingPlaceTests {
    /// A page of numbered paragraphs in blocks of ten.
    private static func page(_ count: Int, changing: [Int: String] = [:]) -> String {
        var html = "<title>Numbers</title>"
        for index in 0..<count {
            if index % 10 == 0 { html += "<!--sonicdiff-b\(index / 10)-->" }
            html += "<p id='p\(index)'>\(changing[index] ?? "paragraph \(index)")</p>"
            if index % 10 == 9 || index == count - 1 { html += "<!--sonicdiff-b\(index / 10)-end-->" }
        }
        return html
    }

    @Test func `after random updates the screen equals that of the page opened anew`() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<12 {
            var old: [Int: String] = [:]
            var stage = Stage()
            stage.open("http://a.example/")
            stage.readCache(Self.page(40))
            for _ in 0..<3 {
                var new = old
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let words = String(repeating: "word ", count: Int.random(in: 0...40, using: &random))
                    new[Int.random(in: 0..<40, using: &random)] = words + "<p>and"
                }
                stage.update(from: Self.page(40, changing: old), to: Self.page(40, changing: new))
                old = new
                stage.press("g")
                var other = Stage()
                other.open("http://a.example/")
                other.readCache(Self.page(40, changing: new))
                let marked = stage.screen[1..<22].map { $0.replacing("▌", with: " ") }
                // A mark on an empty line leaves blanks that the other screen does not have.
                let left = marked.map { $0.trimmedRight }
                #expect(left == other.screen[1..<22].map { $0.trimmedRight })
            }
        }
    }
}

extension String {
    /// The text without trailing blanks.
    fileprivate var trimmedRight: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
