import PageLayout
import SonicProtocol

/// A field that is being filled in, and the page that it belongs to: another one may come meanwhile.
public struct FieldInPage: Sendable, Equatable {
    /// The field as the page had it.
    let field: PageField
    /// The page's address.
    let url: WebURL
    /// How the page was asked for.
    let asked: RequestMethod
}

extension PageField {
    /// What becomes of line ends that are typed into it.
    var breaks: LineEditor.Breaks { kind == .textarea || takesMany ? .kept : .blanks }
}

extension Model {
    /// A field of the page on the screen.
    func inPage(_ field: PageField) -> FieldInPage? {
        document.map { FieldInPage(field: field, url: $0.url, asked: $0.asked) }
    }

    /// Whether a field is still there to take what was filled in; says so where it is not.
    mutating func isThere(_ place: FieldInPage) -> Bool {
        guard let document, document.url == place.url, document.asked == place.asked else {
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
