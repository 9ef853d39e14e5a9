import SonicProtocol

/// What the Sonic half made of a page for one request. It travels with the response, so that what stands around a
/// site can tell it, or have the page answered in another way.
public struct Treatment: Sendable, Equatable {
    /// The page's bytes.
    public let page: [UInt8]
    /// What the client is to do with the page.
    public let offline: ResponseTags.Offline
    /// What the request came to.
    public let outcome: SonicOutcome
    /// The data that are sent; nil for every outcome but `dataUpdate`.
    public let update: UpdateBody?
    /// How the page came from the server behind this one; nil for this server's own pages.
    public let forwarded: ForwardedPage?

    /// A page that is sent whole, or not at all.
    init(
        page: [UInt8], offline: ResponseTags.Offline, outcome: SonicOutcome, forwarded: ForwardedPage?
    ) {
        self.page = page
        self.offline = offline
        self.outcome = outcome
        update = nil
        self.forwarded = forwarded
    }

    /// A page whose data are sent.
    init(
        page: [UInt8], offline: ResponseTags.Offline, updating update: UpdateBody, forwarded: ForwardedPage?
    ) {
        self.page = page
        self.offline = offline
        outcome = .dataUpdate
        self.update = update
        self.forwarded = forwarded
    }

    /// The same with other data in its update.
    func updating(_ update: UpdateBody) -> Treatment {
        Treatment(page: page, offline: offline, updating: update, forwarded: forwarded)
    }

    /// How many bytes the body would have without Sonic.
    var plainBytes: Int { forwarded?.bytes ?? page.count }
}
