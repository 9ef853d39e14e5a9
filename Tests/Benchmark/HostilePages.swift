/// Pages written to be expensive, each of about the requested size.
enum HostilePages {
    /// The recipe of a page.
    struct Recipe {
        /// A file name without its extension.
        let name: String
        /// A description of it.
        let what: String
        /// Its beginning.
        let opening: String
        /// The repeated part.
        let unit: [UInt8]

        init(_ name: String, _ what: String, _ opening: String = "", unit: String) {
            self.init(name, what, opening, unit: Array(unit.utf8))
        }

        init(_ name: String, _ what: String, _ opening: String = "", unit: [UInt8]) {
            (self.name, self.what, self.opening, self.unit) = (name, what, opening, unit)
        }

        /// The page, of `size` bytes or a little more.
        func bytes(_ size: Int) -> [UInt8] {
            var bytes = Array(opening.utf8)
            bytes.reserveCapacity(size + unit.count)
            while bytes.count < size { bytes += unit }
            return bytes
        }
    }

    /// All recipes.
    static let all = [
        Recipe("tables", "nested tables", unit: "<table><tr><td>a"),
        Recipe("nested", "200,000 nested elements", unit: "<div>"),
        Recipe("inline", "nested spans with text", unit: "<span>a "),
        Recipe("attributes", "elements of 20,000 attributes", unit: attributes),
        Recipe("formatting", "formatting never closed", unit: "<p><b><i><font size=1>a"),
        Recipe("misnested", "formatting closed in the wrong order", unit: "<b><p><i></b>a</i>"),
        Recipe("comment", "a comment that never ends", "<p>a<!--", unit: "- -- ->"),
        Recipe("comments", "empty comments", unit: "<!---->"),
        Recipe("cells", "cells without a row", "<table>", unit: "<td>"),
        Recipe("rows", "a table of 66,000 rows", "<table>", unit: "<tr><td>a<td>b"),
        Recipe("columns", "a table of 200,000 columns", "<table><tr>", unit: "<td>a"),
        Recipe("line", "one line of one word", "<p>", unit: "abcdefgh"),
        Recipe("pre", "one preformatted line", "<pre>", unit: "ab cd\t"),
        Recipe("ampersands", "ampersands", "<p>", unit: "&"),
        Recipe("references", "references that are none", "<p>", unit: "&notin&CounterClockwise"),
        Recipe("less", "angle brackets", "<p>", unit: "< "),
        Recipe("ends", "end tags without a start", unit: "</p></b></x>"),
        Recipe("lists", "nested lists", unit: "<ul><li>a"),
        Recipe("selects", "nested selects", unit: "<select><option>a"),
        Recipe("svg", "nested foreign elements", unit: "<svg><math>"),
        Recipe("templates", "nested templates", unit: "<template><tr>"),
        Recipe("marks", "combining marks", "<p>a", unit: "\u{301}"),
        Recipe("zeros", "bytes that are not UTF-8", "<p>", unit: [0xFF, 0x00, 0xC3]),
    ]

    private static var attributes: String {
        "<p" + (0..<20_000).map { " a\($0)=\($0 % 10)" }.joined() + ">a"
    }
}
