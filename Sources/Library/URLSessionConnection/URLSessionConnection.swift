#if canImport(FoundationNetworking) || canImport(Darwin)
    import Foundation
    import SonicProtocol
    import SonicSession

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Exchanges over Foundation's URLSession, where it is.
    ///
    /// URLSession hands requests and answers on in its own way. What is lost on Linux: header fields go out in
    /// another order and with capital letters (`Accept-Diff`), which servers that compare names letter by letter
    /// do not know; fields of an answer arrive without order, doubled ones as one, joined by commas, several
    /// Set-Cookie lines included; the reason phrase, the version of HTTP, the exact bytes of heads and the times of
    /// resolving, connecting and securing are not told; nor is the body of a
    /// question for a password (401). `Accept-Encoding` is URLSession's own, since it removes
    /// the codings that it asked for. A program that needs any of this brings a connection of its own.
    ///
    /// Connections are kept and used again. Copies of the value share them; they end with the last copy and its
    /// last exchange.
    public struct URLSessionConnection: Connection {
        private let owner: Owner

        /// The session that belongs to the copies of one connection, and whom to tell of its tasks.
        private final class Owner: Sendable {
            let session: URLSession
            let news: AsyncStream<News>.Continuation

            init(_ session: URLSession, _ teller: AsyncStream<News>.Continuation) {
                self.session = session
                self.news = teller
            }

            deinit { session.finishTasksAndInvalidate() }
        }

        /// A connection with URLSession's settings, such as its time limits and proxies. Its caches, cookies and
        /// stored credentials are switched off: the engine decides each request.
        public init(configuration: URLSessionConfiguration = .ephemeral) {
            let own = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
            own.urlCache = nil
            own.requestCachePolicy = .reloadIgnoringLocalCacheData
            own.httpCookieStorage = nil
            own.httpShouldSetCookies = false
            own.httpCookieAcceptPolicy = .never
            own.urlCredentialStorage = nil
            let (news, teller) = AsyncStream.makeStream(of: News.self)
            let session = URLSession(
                configuration: own, delegate: SessionDelegate(teller), delegateQueue: nil)
            owner = Owner(session, teller)
            Task {
                var exchanges = Exchanges()
                for await told in news { exchanges.handle(told, at: ContinuousClock.now) }
            }
        }

        /// Sends `request`. A name and password in its address become an Authorization field, unless it has one.
        public func exchange(_ request: Request) -> ResponseEvents {
            let (events, report) = ResponseEvents.makeStream()
            let request = request.withAuthorization
            let task: URLSessionDataTask
            do {
                task = owner.session.dataTask(with: try URLRequest(request))
            } catch {
                report.yield(.failed(error))
                report.finish()
                return events
            }
            report.onTermination = { termination in
                if case .cancelled = termination { task.cancel() }
            }
            report.yield(.entered(.waiting))
            report.yield(.requestSent(request.headHandedOn))
            let limit = Duration.seconds(owner.session.configuration.timeoutIntervalForRequest)
            let transfer = Transfer(request.url, timeLimit: limit, began: ContinuousClock.now)
            // What the task tells comes after this, so its exchange is known by then.
            owner.news.yield(.started(task.taskIdentifier, transfer, report))
            task.resume()
            return events
        }
    }

    extension Connection where Self == URLSessionConnection {
        /// Exchanges over Foundation's URLSession with its usual settings.
        public static func urlSession() -> URLSessionConnection { URLSessionConnection() }
    }
#endif
