import SonicProtocol
import Workbench

/// The source of one side of a comparison.
public enum SideSource: Sendable, Equatable {
    /// A stored version of a page, read when it is compared.
    case version(WebURL, number: Int)
    /// An exchange in memory.
    case exchange(ExchangeSide)

    /// The title of the side.
    package var title: String {
        switch self {
        case .version(let page, let number): "v\(number) of \(page.href)"
        case .exchange(let side): side.title
        }
    }
}

/// The two sides of a requested comparison.
public struct SideOrder: Sendable, Equatable {
    /// The older one, or the one that was marked first.
    public let old: SideSource
    /// The other one.
    public let new: SideSource

    /// Orders the sides as they were marked; of two versions of a page the older one comes first.
    package init(_ first: SideSource, _ second: SideSource) {
        if case .version(let page, let number) = first, case .version(page, let other) = second,
            other < number
        {
            (old, new) = (second, first)
        } else {
            (old, new) = (first, second)
        }
    }
}

/// The result of reading both sides.
public enum SideReport: Sendable {
    /// Both sides.
    case sides(ExchangeSide, ExchangeSide)
    /// One side cannot be read; the reason is a sentence.
    case missing(String)
}
