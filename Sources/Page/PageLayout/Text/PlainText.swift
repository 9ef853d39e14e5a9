/// How text that is not HTML is laid out: line by line and unchanged, without markup.
public enum PlainText {
    /// The HTML before the text. Nothing in the text can end the element that it opens (HTML Standard §13.2.5.5), so
    /// the text needs no escaping and may arrive in pieces.
    public static let opening = Array("<pre><plaintext>".utf8)
}
