/// A form of a page: where it sends its fields, and how (HTML standard §4.10.18.6).
public struct PageForm: Hashable, Sendable {
    /// How the fields are sent.
    public enum Method: String, Hashable, Sendable {
        /// In the query of an address.
        case get
        /// In the body of a request.
        case post
        /// Not at all: the form closes a dialog.
        case dialog

        /// The method that an attribute names; GET for none and for unknown ones.
        init(_ name: String?) { self = name.flatMap { Method(rawValue: $0.lowercased()) } ?? .get }
    }

    /// How the fields are written as bytes; the raw value is that of `enctype`.
    public enum Encoding: String, Hashable, Sendable {
        /// `name=value` pairs joined by `&`.
        case urlEncoded = "application/x-www-form-urlencoded"
        /// A part for each field.
        case multipart = "multipart/form-data"
        /// `name=value` lines for people to read.
        case plainText = "text/plain"

        /// The encoding that an attribute names; `urlEncoded` for none and for unknown ones.
        init(_ name: String?) { self = name.flatMap { Encoding(rawValue: $0.lowercased()) } ?? .urlEncoded }
    }

    /// The address, as the page has it; empty for the page's own.
    public var action: String
    /// How the fields are sent.
    public var method: Method
    /// How the fields are written.
    public var encoding: Encoding
    /// The labels of encodings that the form may be sent in, as the page has them (`accept-charset`); nil for the
    /// page's own.
    public var charsets: String?
    /// The element's id, by which fields elsewhere name it; empty for none.
    public var id: String

    /// What a button says in place of its form; nil for what it leaves to the form.
    public struct Override: Hashable, Sendable {
        /// The address.
        var action: String?
        /// The method.
        var method: Method?
        /// The encoding.
        var encoding: Encoding?
    }

    /// The form as a button sends it.
    public func applying(_ override: Override) -> PageForm {
        var form = self
        if let action = override.action { form.action = action }
        if let method = override.method { form.method = method }
        if let encoding = override.encoding { form.encoding = encoding }
        return form
    }
}
