import Chance
import PageLayout
import Testing

/// Line breaks of all scripts, on a page.
@Suite struct BrokenLineTests {
    private func broken(_ html: String, _ width: Int) -> [String] {
        let page = laidOut(Array(html.utf8), width: width, piecesOf: .max)
        return page.text(of: 0..<page.lineCount)
    }

    @Test func `a combining mark in its own element combines with the previous letter`() {
        let page = laidOut(
            Array("<p>e<b>&#x301;</b>x 1<i>&#xFE0F;&#x20E3;</i>".utf8), width: 20, piecesOf: .max)
        #expect(page.line(0).width == 5)
        #expect(page.line(0).runs.last?.columns.upperBound == 5)
    }

    /// Text that breaks in many ways.
    private static let pool = [
        "a", "b", "word", "x-", "-", "--", "/", "://", ".", ",", ":", "!", "?", "(", ")", "\"", "1", "23",
        "$", "%", " ",
        " ", " ", "字", "今日", "。", "「", "」", "っ", "한", "“", "”", "«", "»", "…", "—", "\u{301}", "é",
        "\u{200B}", "\u{AD}",
        "\u{A0}x", "\u{2060}", "👍", "🏽", "\u{200D}", "👩", "🇫", "🇷", "❤", "\u{FE0F}", "א", "ב", "ا", "ل",
        "\u{200F}", "ไ", "ย",
    ]

    /// Chinese, Japanese and Korean, which are laid out in runs.
    private static let eastern = [
        "字", "今", "日", "文", "一", "鿿", "あ", "い", "ん", "っ", "ゃ", "カ", "タ", "ァ", "ヶ", "ー", "・", "ゝ", "、", "。",
        "，", "．", "！", "（", "）", "「", "」", "【", "％", "￥", "Ａ", "\u{3099}", "\u{302A}", "\u{FE0F}", "한", "a",
        "é", "…", "—", " ", " ", " ", "글", "각", "힣", "가", "나", "\u{1161}", "\u{11A8}", "ᄀ", "\u{301}",
    ]

    /// Letters with combining marks, which are laid out a word at a time.
    private static let marked = [
        "ש", "ל", "ם", "\u{5B8}", "\u{5C1}", "\u{5BE}", "׳", "ب", "ن", "\u{64E}", "\u{651}", "\u{61C}",
        "क", "ह", "ज", "\u{93C}", "\u{93F}", "\u{940}", "\u{94D}", "\u{902}", "\u{964}", "५", "ก", "ท",
        "\u{E34}", "\u{E33}", "\u{E48}", "฿", "த", "\u{BBF}", "\u{BCD}", "က", "ខ", "a", "e", "я", "é",
        "\u{301}", "\u{308}", "\u{34F}", "\u{AD}", "-", "/", "“", "”", "(", ")", ",", "1", " ", " ", " ", " ",
    ]

    @Test func `a joiner without a letter takes the column of its blank`() {
        let page = laidOut(Array("<li>\u{200C}abcd efgh<pre>\u{200C}abcd".utf8), width: 9, piecesOf: 1000)
        let columns = lines(page).map { $0.runs.last?.columns }
        #expect(columns == [4..<9, 4..<8, nil, 4..<9])
    }

    @Test(arguments: [pool, eastern, marked], 0..<40)
    func `text split over many elements breaks as in one`(pool: [String], seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let parts = (0..<60).map { _ in pool.randomElement(using: &chance) ?? "" }
        let cut = parts.map { Bool.random(using: &chance) ? "<i></i>\($0)" : "<i>\($0)</i>" }
        let width = Int.random(in: 1...24, using: &chance)
        let (whole, pieces) = (broken("<p>" + parts.joined(), width), broken("<p>" + cut.joined(), width))
        #expect(whole == pieces, "\(parts) at \(width)")
    }
}
