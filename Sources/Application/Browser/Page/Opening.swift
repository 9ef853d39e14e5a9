import Exchanges
import SonicProtocol
import SonicSession

/// A session that has ended and is to be checked against the rules.
public struct FindingsOrder: Sendable, Equatable {
    /// The visit that it served, negative for a row of the traffic; there is one order for each.
    public let visit: Int
    /// All that it reported.
    public let trace: SessionTrace

    /// Returns whether two orders are of the same visit.
    public static func == (left: FindingsOrder, right: FindingsOrder) -> Bool { left.visit == right.visit }
}

/// A row of the traffic whose session is read again.
public struct ReadingOrder: Sendable, Equatable {
    /// The number of the row.
    let row: Int
    /// Its exchange.
    public let exchange: Exchange

    /// Returns whether two orders are of the same row.
    public static func == (left: ReadingOrder, right: ReadingOrder) -> Bool { left.row == right.row }
}

/// A page to be opened by a session.
public struct Opening: Sendable, Equatable {
    /// The number of the session, counted from 1; every report carries it.
    public var visit: Int
    /// The address.
    public var url: WebURL
    /// The page that led to it by a link, a form or a refresh. Nil if the reader typed the address, or opened a
    /// bookmark or a page from the history.
    public var from: WebURL?
    /// The request method.
    public var method = RequestMethod.get
    /// How cache and server are used.
    public var mode: SessionMode
    /// The reader's answer to a password prompt of the server; nil if there was none.
    public var credentials: Credentials?
}
