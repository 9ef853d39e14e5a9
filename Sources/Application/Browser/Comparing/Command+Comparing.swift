extension Command {
    static let nextPart = Command(
        "next-part", [.tab, .right], "part", "To the next part: headers, body, template, blocks, page.",
        in: .comparison)
    static let previousPart = Command(
        "previous-part", [.backTab, .left], "part up", "To the previous part.", in: .comparison)
    static let showPart = Command(
        "part", ["1", "2", "3", "4", "5"], "part", "To the part with this number.", in: .comparison)
    static let otherForm = Command(
        "other-form", ["x"], "form", "Source to the byte, or text; headers by name.", in: .comparison)
    static let nextDifference = Command(
        "next-difference", ["n"], "next", "To the next difference; to the next match of a search.",
        in: .comparison)
    static let previousDifference = Command(
        "previous-difference", ["N"], "previous", "To the previous difference or match.", in: .comparison)
    static let nextComparedBlock = Command(
        "next-differing-block", ["}", ")"], "block", "To the next block that differs.", in: .comparison)
    static let previousComparedBlock = Command(
        "previous-differing-block", ["{", "("], "block up",
        "To the previous block that differs; before the first, all are listed.", in: .comparison)
    static let copyComparison = Command(
        "copy-comparison", ["y"], "copy", "Copy the differences of this part, as diff -u has them.",
        in: .comparison)
    static let saveComparison = Command(
        "save-comparison", ["w"], "save", "Save the differences of this part to a file.", in: .comparison)

    /// Keys where two exchanges are compared.
    static let comparing: [Command] = [
        .nextPart, .previousPart, .showPart, .otherForm, .nextDifference, .previousDifference,
        .nextComparedBlock, .previousComparedBlock, .copyComparison, .saveComparison,
    ]
}
