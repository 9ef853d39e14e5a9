import Configuration
import PageCache

extension Choices {
    /// How many pages are kept.
    var cacheLimits: CacheLimits {
        var limits = CacheLimits()
        limits.bytes = cacheSize
        limits.pages = cachePages
        limits.versions = cacheVersions
        (limits.bytesInMemory, limits.pagesInMemory) = (memorySize, memoryPages)
        return limits
    }

    /// How many responses are kept that are no pages.
    var responseLimits: ResponseLimits {
        var limits = ResponseLimits()
        limits.bytes = resourceSize
        return limits
    }
}
