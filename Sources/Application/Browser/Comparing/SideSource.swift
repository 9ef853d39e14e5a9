import Diagnostics
import SonicProtocol

/// What one of two sides that are compared is made of.
public enum SideSource: Sendable, Equatable {
    /// A stored version of a page, which is read when it is compared.
    case version(WebURL, number: Int)
    /// An exchange that is in memory.
    case exchange(ExchangeSide)

    /// What it is called.
    var title: String {
        switch self {
        case .version(let page, let number): "v\(number) of \(page.href)"
        case .exchange(let side): side.title
        }
    }
}

/// Two sides that are to be compared.
public struct SideOrder: Sendable, Equatable {
    /// The one before, or the first that was marked.
    public let old: SideSource
    /// The other one.
    public let new: SideSource

    /// Two sides in the order in which they were marked; of two versions of a page the older one comes first.
    init(_ first: SideSource, _ second: SideSource) {
        if case .version(let page, let number) = first, case .version(page, let other) = second,
            other < number
        {
            (old, new) = (second, first)
        } else {
            (old, new) = (first, second)
        }
    }
}

/// The sides of an order.
public struct SideReport: Sendable {
    /// Both, or why there are not both.
    public enum Found: Sendable {
        /// Both.
        case sides(ExchangeSide, ExchangeSide)
        /// One of both cannot be read; why, as a sentence.
        case missing(String)
    }

    /// The account under which they are kept; empty for none.
    let account: String
    /// Both, or why there are not both.
    let found: Found

    /// A report for an account.
    public init(account: String, _ found: Found) {
        self.account = account
        self.found = found
    }
}
