// PageCache
