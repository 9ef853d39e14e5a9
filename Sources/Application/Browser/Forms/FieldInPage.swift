import PageLayout
import SonicProtocol

/// A field that is being filled in, with its page: another page may be loaded meanwhile.
public struct FieldInPage: Sendable, Equatable {
    /// The field as the page declares it.
    let field: PageField
    /// The page's address.
    let url: WebURL
    /// The method with which the page was requested.
    let method: RequestMethod
}

extension PageField {
    /// The handling of line breaks typed into it.
    var breaks: LineEditor.Breaks { kind == .textarea || takesMany ? .kept : .blanks }
}

extension Model {
    /// Returns a field together with the page on the screen.
    func inPage(_ field: PageField) -> FieldInPage? {
        document.map { FieldInPage(field: field, url: $0.url, method: $0.method) }
    }

    /// Whether a field still exists to be filled in; shows a message if not.
    mutating func isThere(_ place: FieldInPage) -> Bool {
        guard let document, document.url == place.url, document.method == place.method else {
            notice = .failure("Not changed: another page is open now.")
            return false
        }
        self.document?.readForms()
        let fields = self.document?.filling.page?.fields ?? []
        guard fields.contains(where: { $0.key == place.field.key && $0.options == place.field.options })
        else {
            notice = .failure("Not changed: the page no longer has this field as it was.")
            return false
        }
        return true
    }
}
