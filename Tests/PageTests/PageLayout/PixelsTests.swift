import CellGrid
import Testing

@testable import PageLayout

@Suite struct PixelsTests {
    private static let room = Picture.Size(columns: 4, rows: 3)

    // Two pixels, red and half blue.
    private static let body = "\u{1B}_Gm=1;/wAA/w==\u{1B}\\\u{1B}_Gm=1;AAD/gA==\u{1B}\\\u{1B}_Gm=0\u{1B}\\\n"

    private static func head(_ keys: String) -> String { "\u{1B}_G\(keys)\u{1B}\\" }

    private static func pixels(_ text: String, _ size: Picture.Size = room) -> Pixels? {
        Pixels(commands: Array(text.utf8), number: 241, within: size)
    }

    @Test func `pixels of chafa are read`() throws {
        let pixels = try #require(Self.pixels(Self.head("a=T,f=32,s=2,v=1,c=2,r=1,m=1") + Self.body))
        #expect(pixels.bytes == [255, 0, 0, 255, 0, 0, 255, 128])
        #expect([pixels.columns, pixels.rows, pixels.width, pixels.height] == [2, 1, 2, 1])
        // The second colour after the user's sixteen, and the second mark.
        #expect(pixels.terminalNumber == 1 << 24 | 17)
    }

    @Test(arguments: [
        "a=T,f=24,s=2,v=1,c=2,r=1,m=1", "a=t,f=32,s=2,v=1,c=2,r=1,m=1", "a=T,f=32,s=2,v=1,c=2,r=1,m=0",
        "a=T,f=32,s=2,v=2,c=2,r=1,m=1", "a=T,f=32,s=0,v=1,c=2,r=1,m=1", "a=T,f=32,s=-2,v=-1,c=2,r=1,m=1",
        "a=T,f=32,s=9999999999999999999,v=1,c=2,r=1,m=1", "a=T,f=32,s=4096,v=4096,c=2,r=1,m=1",
        "a=T,f=32,s=2,v=1,c=2,r=1,m=1,t=f", "a=T,f=32,s=2,v=1,c=2,m=1", "a=T,f=32,s=2=2,v=1,c=2,r=1,m=1",
        "a=T,f=32,s=2,v=1,c=2,r=1,m=1;AAAA", "",
    ])
    func `other keys, and sizes that the bytes do not have, are refused`(keys: String) {
        #expect(Self.pixels(Self.head(keys) + Self.body) == nil)
    }

    @Test(arguments: [
        "", "\n", "\u{1B}_Gm=0\u{1B}\\", "\u{1B}_Gm=1;/wAA/wAA/4A=\u{1B}\\",
        "\u{1B}_Gm=1;/wAA/wAA/4A=\u{1B}\\\u{1B}_Gm=0\u{1B}\\\u{1B}[31m",
        "\u{1B}_Gm=1;/wAA/wAA/4A=\u{1B}\\x\u{1B}_Gm=0\u{1B}\\",
        "\u{1B}_Gm=1;/wAA\u{7}/wAA/4A=\u{1B}\\\u{1B}_Gm=0\u{1B}\\",
        "\u{1B}_Gm=1;/wAA/wAA/4A=\u{1B}]\u{1B}_Gm=0\u{1B}\\",
        "\u{1B}_Gm=1;/wAA/wAA/4A=\u{1B}\\\u{1B}_Gm=0\u{1B}", "\u{1B}_Gm=2;/wAA/wAA/4A=\u{1B}\\",
    ])
    func `anything but the pixels and their end is refused`(body: String) {
        #expect(Self.pixels(Self.head("a=T,f=32,s=2,v=1,c=2,r=1,m=1") + body) == nil)
    }

    @Test(arguments: [
        // Pixels and columns as chafa says them, and the cells taken, which are twice as high as wide.
        (4, 4, 4, [4, 2]), (4, 8, 4, [3, 3]), (4, 40, 4, [1, 3]), (8, 4, 80, [4, 1]), (40, 1, 4, [4, 1]),
    ])
    func `a picture keeps its shape within its room`(
        width: Int, height: Int, columns: Int, cells: [Int]
    ) throws {
        // The pixels are zeros: the letter A, and padding.
        let count = 4 * width * height
        let padding = (3 - count % 3) % 3
        let text =
            String(repeating: "A", count: (count + 2) / 3 * 4 - padding)
            + String(repeating: "=", count: padding)
        let head = Self.head("a=T,f=32,s=\(width),v=\(height),c=\(columns),r=1,m=1")
        let pixels = try #require(Self.pixels(head + "\u{1B}_Gm=0;\(text)\u{1B}\\"))
        #expect([pixels.columns, pixels.rows] == cells)
    }

    @Test func `a picture of pixels is blanks that say their part`() throws {
        let pixels = try #require(Self.pixels(Self.head("a=T,f=32,s=2,v=1,c=2,r=1,m=1") + Self.body))
        var page = LaidOutPage(width: 20)
        page.append(Array("<p>a<p><img src=a.png alt=b>".utf8))
        page.finish()
        page.layOutAll()
        let isChanged = page.apply(pictures: ["a.png": Picture(pixels)], around: 0)
        page.layOutAll()
        #expect(isChanged)
        let line = page.line(2)
        #expect(line.text == "  ")
        #expect(line.runs.last?.picturePart?.number == 241)
        #expect(line.runs.last?.picturePart?.row == 0)
        #expect(page.line(0).runs.allSatisfy { $0.picturePart == nil })
    }
}
