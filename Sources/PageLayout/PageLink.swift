/// What can be chosen on a page: a link or a field of a form.
public struct PageLink: Hashable, Sendable {
    /// What choosing it leads to.
    public enum Target: Hashable, Sendable {
        /// The address of a link as the page has it, references decoded, not yet resolved against the base.
        case address(String)
        /// The field whose tag stands at this offset of the source (`PageForms.field(at:)`).
        case field(at: Int)

        /// A target as it was laid out, in a stretch that has moved since by `shift` bytes.
        init(_ target: LineStore.Target, shift: Int) {
            switch target {
            case .address(let href): self = .address(String(decoding: href, as: UTF8.self))
            case .field(let source): self = .field(at: Int(source) + shift)
            }
        }
    }

    /// What it leads to.
    public var target: Target
    /// Its text, spaces collapsed.
    public var text: String
    /// The line on which it begins.
    public var line: Int
    /// The columns that it covers on that line.
    public var columns: Range<Int>

    /// The address of a link; nil for a field.
    public var href: String? {
        switch target {
        case .address(let href): href
        case .field: nil
        }
    }
}
