import Exchanges
import SonicProtocol

/// The request to which a response from a file is given.
public enum RespondTarget: Sendable, Equatable {
    /// An intercepted exchange.
    case intercepted(InterceptedExchange)
    /// The next request of the page at this address.
    case next(WebURL)
}
