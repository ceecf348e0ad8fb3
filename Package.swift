// swift-tools-version: 6.3

import PackageDescription

let common: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
/// For every target that wraps no C library: pointers do not compile there unless marked.
let safe = common + [.strictMemorySafety()]
/// For what reads every byte of what is received: without optimization it takes ten times as long, and
/// nobody steps through it.
let quick = safe + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
    name: "assay",
    products: [.executable(name: "assay", targets: ["assay"])],
    targets: [
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),
        .systemLibrary(
            name: "CYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"])]
        ),
        .systemLibrary(
            name: "CMicroHTTPD",
            pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]
        ),
        .systemLibrary(
            name: "CCrypto",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]
        ),
        .systemLibrary(
            name: "CTLS",
            pkgConfig: "libssl",
            providers: [.apt(["libssl-dev"])]
        ),
        .systemLibrary(
            name: "CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"])]
        ),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        .systemLibrary(
            name: "CNGHTTP2",
            pkgConfig: "libnghttp2",
            providers: [.apt(["libnghttp2-dev"])]
        ),
        .systemLibrary(
            name: "CXML",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]
        ),
        // Its .pc file has flags that SwiftPM refuses, and none that is needed.
        .systemLibrary(
            name: "CZMQ",
            providers: [.apt(["libzmq3-dev"])]
        ),
        .systemLibrary(
            name: "CMessagePack",
            pkgConfig: "msgpack",
            providers: [.apt(["libmsgpack-dev"])]
        ),
        .systemLibrary(name: "CLinux"),
        .target(name: "CArticles"),
        .target(name: "CDefects"),
        .target(name: "Base", swiftSettings: quick),
        .target(name: "JSON", dependencies: ["Base"], swiftSettings: quick),
        .target(name: "RegularExpressions", dependencies: ["Base"], swiftSettings: quick),
        .target(
            name: "JSONPaths",
            dependencies: ["Base", "JSON", "RegularExpressions"],
            swiftSettings: quick
        ),
        .target(
            name: "JSONSchemas",
            dependencies: ["Base", "JSON", "RegularExpressions"],
            swiftSettings: quick
        ),
        .target(name: "XPaths", dependencies: ["CXML"], swiftSettings: common),
        .target(name: "LoadModel", swiftSettings: safe),
        .target(name: "Platform", dependencies: ["CLinux"], swiftSettings: common),
        .target(
            name: "DeliveryFeed",
            dependencies: ["Base", "CLinux", "JSON", "Platform"],
            swiftSettings: common
        ),
        .target(
            name: "LocustBus",
            dependencies: ["CMessagePack", "CZMQ", "Platform"],
            swiftSettings: common
        ),
        .target(name: "Statistics", dependencies: ["Base"], swiftSettings: safe),
        .target(name: "Compression", dependencies: ["CZlib"], swiftSettings: common),
        .target(name: "Cryptography", dependencies: ["CCrypto"], swiftSettings: common),
        .target(
            name: "HTTP",
            dependencies: ["Base", "Cryptography", "JSON"],
            swiftSettings: quick
        ),
        .target(
            name: "Measure",
            dependencies: [
                "Base", "Compression", "Cryptography", "JSON", "LoadModel", "Statistics",
            ],
            swiftSettings: safe
        ),
        .target(
            name: "Distribution",
            dependencies: ["JSON", "LoadModel", "Measure"],
            swiftSettings: safe
        ),
        .target(
            name: "Contract",
            dependencies: [
                "Base", "Compression", "Cryptography", "HTTP", "JSON", "JSONPaths", "JSONSchemas",
                "RegularExpressions", "XPaths",
            ],
            swiftSettings: safe
        ),
        .target(
            name: "Profile",
            dependencies: ["Base", "Contract", "LoadModel"],
            swiftSettings: safe
        ),
        .target(
            name: "Trace",
            dependencies: ["Base", "Contract", "Cryptography", "ReportText"],
            swiftSettings: safe
        ),
        .target(
            name: "ContractDiff",
            dependencies: ["Base", "Contract", "HTTP", "JSON", "JSONSchemas"],
            swiftSettings: safe
        ),
        .target(
            name: "Generation",
            dependencies: ["Base", "Contract", "HTTP", "JSON", "JSONPaths", "JSONSchemas"],
            swiftSettings: safe
        ),
        .target(
            name: "ContractFile",
            dependencies: [
                "Base", "CYAML", "Compression", "Contract", "Cryptography", "HTTP", "JSON",
                "JSONPaths", "JSONSchemas", "LoadModel", "Platform", "Profile",
                "RegularExpressions", "Trace",
            ],
            swiftSettings: common
        ),
        .target(
            name: "Transport",
            dependencies: ["Base", "CCurl", "CTLS", "Compression", "HTTP", "Platform"],
            swiftSettings: common
        ),
        .target(
            name: "HTTPServer",
            dependencies: ["Base", "CMicroHTTPD", "HTTP", "Platform"],
            swiftSettings: common
        ),
        .target(
            name: "HTTP2Serving",
            dependencies: ["Base", "CNGHTTP2", "CTLS", "HTTP", "HTTPServer", "Platform"],
            swiftSettings: common
        ),
        .target(
            name: "HTTP2Sending",
            dependencies: ["CNGHTTP2", "HTTP", "Platform", "Transport"],
            swiftSettings: common
        ),
        .target(
            name: "Replay",
            dependencies: ["Base", "Contract", "HTTP", "JSON"],
            swiftSettings: safe
        ),
        .target(
            name: "Load",
            dependencies: [
                "Base", "CLinux", "CNGHTTP2", "Compression", "Contract", "Cryptography",
                "DeliveryFeed", "HTTP", "JSON", "JSONPaths", "LoadModel", "Measure", "Platform",
                "Profile", "Transport",
            ],
            swiftSettings: common
        ),
        .target(name: "ReportText", dependencies: ["Base"], swiftSettings: safe),
        .target(
            name: "RunReports",
            dependencies: ["Base", "Cryptography", "JSON", "LoadModel", "Measure", "ReportText"],
            swiftSettings: safe
        ),
        .target(
            name: "Reports",
            dependencies: [
                "Base", "Contract", "ContractDiff", "Cryptography", "HTTP", "JSON", "LoadModel",
                "Measure", "ReportText", "RunReports", "Statistics", "Trace",
            ],
            swiftSettings: safe
        ),
        .target(name: "History", dependencies: ["CSQLite"], swiftSettings: common),
        .target(
            name: "Interchange",
            dependencies: [
                "Base", "Contract", "Cryptography", "HTTP", "JSON", "JSONPaths", "JSONSchemas",
                "RegularExpressions", "XPaths",
            ],
            swiftSettings: safe
        ),
        .target(name: "Faults", dependencies: ["HTTP", "Platform"], swiftSettings: common),
        .target(
            name: "Stub",
            dependencies: [
                "Base", "Compression", "Contract", "HTTP", "JSON", "JSONPaths", "JSONSchemas",
                "RegularExpressions",
            ],
            swiftSettings: safe
        ),
        .target(
            name: "ReferencePush",
            dependencies: [
                "Base", "Contract", "Cryptography", "HTTP", "HTTP2Sending", "HTTP2Serving",
                "HTTPServer", "JSON", "Platform", "RegularExpressions", "Transport",
            ],
            swiftSettings: common
        ),
        .target(
            name: "PushSinks",
            dependencies: [
                "Base", "Cryptography", "DeliveryFeed", "HTTP", "HTTP2Serving", "HTTPServer",
                "JSON", "Platform", "ReferencePush", "RegularExpressions",
            ],
            swiftSettings: common
        ),
        .target(
            name: "Defects",
            dependencies: ["CDefects", "Contract", "ContractFile", "PushSinks", "ReferencePush"],
            swiftSettings: common
        ),
        .target(
            name: "CommandLineTool",
            dependencies: ["Base", "CArticles", "Platform"],
            swiftSettings: safe
        ),
        .target(
            name: "AssayCLI",
            dependencies: [
                "Base", "CommandLineTool", "Contract", "ContractDiff", "ContractFile",
                "Cryptography", "Defects", "DeliveryFeed", "Distribution", "Faults", "Generation",
                "HTTP", "HTTP2Serving", "HTTPServer", "History", "Interchange", "JSON", "JSONPaths",
                "Load", "LoadModel", "LocustBus", "Measure", "Platform", "Profile", "PushSinks",
                "ReferencePush", "Replay",
                "ReportText", "Reports", "RunReports", "Statistics", "Stub", "Trace", "Transport",
                "XPaths",
            ],
            exclude: ["Generators/locustfile.py", "Generators/manifest.yaml"],
            swiftSettings: safe
        ),
        .executableTarget(
            name: "assay",
            dependencies: ["AssayCLI", "CommandLineTool"],
            swiftSettings: safe
        ),
        .target(
            name: "TestSupport",
            dependencies: [
                "Base", "CNGHTTP2", "Contract", "HTTP", "HTTP2Serving", "JSON", "LoadModel",
                "Measure",
                "Platform",
            ],
            path: "Tests/TestSupport",
            swiftSettings: common
        ),
        .testTarget(
            name: "BaseTests",
            dependencies: ["Base"],
            swiftSettings: common
        ),
        .testTarget(
            name: "HTTPTests",
            dependencies: ["Base", "Cryptography", "HTTP", "JSON"],
            swiftSettings: common
        ),
        .testTarget(
            name: "JSONTests",
            dependencies: ["JSON", "JSONPaths", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "RegularExpressionsTests",
            dependencies: ["Base", "RegularExpressions"],
            swiftSettings: common
        ),
        .testTarget(
            name: "JSONPathsTests",
            dependencies: ["JSON", "JSONPaths", "RegularExpressions"],
            swiftSettings: common
        ),
        .testTarget(
            name: "JSONSchemasTests",
            dependencies: ["JSON", "JSONSchemas", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "CryptographyTests",
            dependencies: ["Base", "Cryptography", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "CompressionTests",
            dependencies: ["Compression"],
            swiftSettings: common
        ),
        .testTarget(
            name: "DeliveryFeedTests",
            dependencies: ["DeliveryFeed"],
            swiftSettings: common
        ),
        .testTarget(
            name: "StatisticsTests",
            dependencies: ["Base", "JSON", "Statistics", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "LoadModelTests",
            dependencies: ["LoadModel"],
            swiftSettings: common
        ),
        .testTarget(
            name: "MeasureTests",
            dependencies: [
                "Base", "JSON", "JSONSchemas", "LoadModel", "Measure", "Statistics", "TestSupport",
            ],
            exclude: ["Fixtures"],
            swiftSettings: common
        ),
        .testTarget(
            name: "ContractTests",
            dependencies: [
                "Base", "Compression", "Contract", "Cryptography", "HTTP", "JSON", "JSONPaths",
                "JSONSchemas", "RegularExpressions", "TestSupport",
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "TraceTests",
            dependencies: ["Contract", "Trace"],
            swiftSettings: common
        ),
        .testTarget(
            name: "ContractDiffTests",
            dependencies: [
                "Contract", "ContractDiff", "HTTP", "JSON", "JSONPaths", "JSONSchemas",
                "TestSupport",
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "ContractFileTests",
            dependencies: [
                "Base", "Contract", "ContractFile", "HTTP", "JSON", "JSONPaths", "JSONSchemas",
                "LoadModel", "Profile", "TestSupport", "Trace",
            ],
            exclude: ["Fixtures"],
            swiftSettings: common
        ),
        .testTarget(
            name: "TransportTests",
            dependencies: ["Base", "Compression", "HTTP", "TestSupport", "Transport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "HTTPServerTests",
            dependencies: ["Base", "HTTP", "HTTPServer", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "HTTP2ServingTests",
            dependencies: [
                "HTTP", "HTTP2Serving", "TestSupport", "Transport",
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "ReplayTests",
            dependencies: [
                "Base", "Contract", "ContractFile", "Cryptography", "HTTP", "HTTP2Serving",
                "HTTPServer", "JSON", "Replay", "TestSupport", "Transport",
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "GenerationTests",
            dependencies: ["Contract", "ContractFile", "Generation", "JSON"],
            swiftSettings: common
        ),
        .testTarget(
            name: "LoadTests",
            dependencies: [
                "Base", "Compression", "Contract", "ContractFile", "Cryptography", "DeliveryFeed",
                "HTTP", "JSON", "Load", "LoadModel", "Measure", "Platform", "Profile",
                "TestSupport", "Transport",
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "LocustBusTests",
            dependencies: ["LocustBus"],
            swiftSettings: common
        ),
        .testTarget(
            name: "DistributionTests",
            dependencies: ["Distribution", "JSON", "LoadModel", "Measure"],
            swiftSettings: common
        ),
        .testTarget(
            name: "ReportsTests",
            dependencies: [
                "Base", "Compression", "Contract", "ContractDiff", "Cryptography", "HTTP", "JSON",
                "JSONSchemas", "LoadModel", "Measure", "ReportText", "Reports", "RunReports",
                "Statistics", "TestSupport", "Trace",
            ],
            exclude: ["Fixtures"],
            swiftSettings: common
        ),
        .testTarget(
            name: "HistoryTests",
            dependencies: ["CSQLite", "History", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "InterchangeTests",
            dependencies: [
                "Base", "Contract", "ContractFile", "HTTP", "Interchange", "JSON", "JSONSchemas",
            ],
            exclude: ["Fixtures"],
            swiftSettings: common
        ),
        .testTarget(
            name: "FaultsTests",
            dependencies: ["Faults", "HTTP", "TestSupport", "Transport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "StubTests",
            dependencies: [
                "Base", "Compression", "Contract", "ContractFile", "HTTP", "JSON", "Stub",
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "ReferencePushTests",
            dependencies: [
                "Base", "Contract", "Cryptography", "Defects", "HTTP", "JSON", "ReferencePush",
                "TestSupport",
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "PushSinksTests",
            dependencies: [
                "Base", "Cryptography", "HTTP", "HTTP2Serving", "JSON", "PushSinks",
                "ReferencePush", "TestSupport", "Transport",
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "AssayCLITests",
            dependencies: [
                "AssayCLI", "Base", "CommandLineTool", "Contract", "ContractFile", "Defects",
                "HTTP", "HTTPServer", "History", "JSON", "JSONSchemas", "Load", "LoadModel",
                "Measure", "Platform", "Profile", "PushSinks", "ReferencePush", "Replay", "Reports",
                "RunReports",
                "Statistics", "TestSupport", "Trace", "Transport",
            ],
            exclude: ["Fixtures"],
            swiftSettings: common
        ),
    ]
)
