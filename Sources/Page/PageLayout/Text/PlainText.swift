/// How text that is no HTML is laid out: line by line as it is, with no markup in it.
public enum PlainText {
    /// What is given to a layout before the text. Nothing in the text can end the element it opens (HTML Standard
    /// §13.2.5.5), so the text itself needs no escaping and may arrive in pieces.
    public static let opening = Array("<pre><plaintext>".utf8)
}
