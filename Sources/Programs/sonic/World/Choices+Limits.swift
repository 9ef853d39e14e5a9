import Configuration
import PageCache
import SonicProtocol
import Transport

extension Choices {
    /// The limits of stored pages.
    var cacheLimits: CacheLimits {
        var limits = CacheLimits()
        (limits.bytes, limits.pages) = (self[Settings.cacheSize], self[Settings.cachePages])
        limits.versions = self[Settings.cacheVersions]
        (limits.bytesInMemory, limits.pagesInMemory) = (self[Settings.memorySize], self[Settings.memoryPages])
        return limits
    }

    /// The limits of stored responses other than pages.
    var responseLimits: ResponseLimits {
        var limits = ResponseLimits()
        limits.bytes = self[Settings.resourceSize]
        return limits
    }

    /// Returns the address of a URL's host in the setting `hosts`; nil if it has none, or another name.
    func address(of url: WebURL) -> HostAddress? { name(inPlaceOf: url).flatMap { HostAddress($0) } }

    /// Returns the replacement of a URL's host in the setting `hosts`, an address or another name; nil for none.
    func name(inPlaceOf url: WebURL) -> String? { self[Settings.hosts].last { $0.host == url.host }?.address }
}
