/// A random correct page, whose template and blocks can be regenerated.
public struct CorrectPage: Sendable {
    private var random: SeededGenerator
    private var template: [String] = []
    private var blocks: [(name: String, text: String)] = []
    private var title = ""

    /// The page of this seed.
    public init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        for number in 0..<Int.random(in: 1...6, using: &random) {
            let name = ["item_\(number)", "Block\(number)", "b\(number)x"].randomElement(using: &random)!
            blocks.append((name, ""))
        }
        changeTemplate()
        changeBlocks(all: true)
    }

    /// Regenerates its template.
    public mutating func changeTemplate() {
        // Long enough that an update is smaller than the page, as on any page that benefits from Sonic.
        template = (0...blocks.count).map { _ in
            (0..<Int.random(in: 4...12, using: &random)).map { _ in "<p>\(words())</p>\n" }.joined()
        }
    }

    /// Regenerates blocks and title: all of them, or the first and some others.
    public mutating func changeBlocks(all: Bool) {
        for index in blocks.indices where all || Bool.random(using: &random) || index == 0 {
            blocks[index].text = "<p class=\"x\">\(words())</p>"
        }
        title = words()
    }

    private mutating func words() -> String {
        let some = [
            "Hafen", "Brücke", "新闻", "{", "}", "&amp;", "a < b", "Ünter\n", "<b>x</b>", "🙂", "{x}",
        ]
        return (0..<Int.random(in: 3...14, using: &random)).map { _ in some.randomElement(using: &random)!
        }
        .joined(separator: " ") + " \(UInt16.random(in: 0...999, using: &random))"
    }

    /// The page as HTML.
    public var text: String {
        let line = title.split(separator: "\n").joined(separator: " ")
        let parts = zip(template, blocks).map { html, block in
            html + "<!--sonicdiff-\(block.name)-->\(block.text)<!--sonicdiff-\(block.name)-end-->\n"
        }
        let head = "<!doctype html>\n<meta charset=utf-8>\n<title>\(line)</title>\n"
        return head + parts.joined() + (template.last ?? "")
    }
}
