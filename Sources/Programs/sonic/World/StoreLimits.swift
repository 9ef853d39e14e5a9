import Configuration
import PageCache

extension Choices {
    /// The limits of stored pages.
    var cacheLimits: CacheLimits {
        var limits = CacheLimits()
        limits.bytes = cacheSize
        limits.pages = cachePages
        limits.versions = cacheVersions
        (limits.bytesInMemory, limits.pagesInMemory) = (memorySize, memoryPages)
        return limits
    }

    /// The limits of stored responses other than pages.
    var responseLimits: ResponseLimits {
        var limits = ResponseLimits()
        limits.bytes = resourceSize
        return limits
    }
}
