/// A form of a page: where and how its fields are submitted (HTML standard §4.10.18.6).
public struct PageForm: Hashable, Sendable {
    /// The way in which the fields are submitted.
    public enum Method: String, Hashable, Sendable {
        /// In the query of a URL.
        case get
        /// In the body of a POST request.
        case post
        /// Not submitted: the form closes a dialog.
        case dialog

        /// The method in an attribute; `get` if it is missing or unknown.
        init(_ name: String?) { self = name.flatMap { Method(rawValue: $0.lowercased()) } ?? .get }
    }

    /// The encoding of the fields; the raw value is that of `enctype`.
    public enum Encoding: String, Hashable, Sendable {
        /// `name=value` pairs joined by `&`.
        case urlEncoded = "application/x-www-form-urlencoded"
        /// A part for each field.
        case multipart = "multipart/form-data"
        /// `name=value` lines that people can read.
        case plainText = "text/plain"

        /// The encoding in an attribute; `urlEncoded` if it is missing or unknown.
        init(_ name: String?) { self = name.flatMap { Encoding(rawValue: $0.lowercased()) } ?? .urlEncoded }
    }

    /// The address as written in the page; empty for that of the page.
    public var action: String
    /// The method.
    public var method: Method
    /// The encoding of the fields.
    public var encoding: Encoding
    /// The labels of the character encodings that the form accepts, as written in the page (`accept-charset`); nil for
    /// that of the page.
    public var charsets: String?
    /// The element's id, by which fields outside it refer to it; empty if there is none.
    public var id: String

    /// The properties of a form that a button overrides; nil for those it does not.
    public struct Override: Hashable, Sendable {
        /// The address.
        var action: String?
        /// The method.
        var method: Method?
        /// The encoding.
        var encoding: Encoding?
    }

    /// Returns the form as a button submits it.
    public func applying(_ override: Override) -> PageForm {
        var form = self
        if let action = override.action { form.action = action }
        if let method = override.method { form.method = method }
        if let encoding = override.encoding { form.encoding = encoding }
        return form
    }
}
