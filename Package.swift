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
        .systemLibrary(name: "CLinux"),
        .target(name: "CArticles"),
        .target(name: "JSON", swiftSettings: safe),
        .target(name: "Platform", dependencies: ["CLinux"], swiftSettings: common),
        .target(name: "Statistics", swiftSettings: safe),
        .target(name: "Compression", dependencies: ["CZlib"], swiftSettings: common),
        .target(name: "Cryptography", dependencies: ["CCrypto"], swiftSettings: common),
        .target(
            name: "Measure",
            dependencies: ["Compression", "Cryptography", "JSON", "Statistics"],
            swiftSettings: safe
        ),
        .target(
            name: "Contract",
            dependencies: ["Compression", "Cryptography", "JSON"],
            swiftSettings: safe
        ),
        .target(
            name: "ContractFile",
            dependencies: ["CYAML", "Compression", "Contract", "Cryptography", "JSON", "Measure"],
            swiftSettings: common
        ),
        .target(
            name: "Transport",
            dependencies: ["CCurl", "CTLS", "Contract"],
            swiftSettings: common
        ),
        .target(
            name: "HTTPServer",
            dependencies: ["CMicroHTTPD", "Contract", "Platform"],
            swiftSettings: common
        ),
        .target(
            name: "Replay",
            dependencies: ["Contract", "HTTPServer", "JSON", "Transport"],
            swiftSettings: safe
        ),
        .target(
            name: "Load",
            dependencies: [
                "CLinux", "Contract", "Cryptography", "JSON", "Measure", "Platform", "Transport",
            ],
            swiftSettings: common
        ),
        .target(
            name: "Reports",
            dependencies: ["Contract", "Cryptography", "JSON", "Measure", "Statistics"],
            swiftSettings: safe
        ),
        .target(name: "History", dependencies: ["CSQLite"], swiftSettings: common),
        .target(
            name: "Interchange",
            dependencies: ["Contract", "JSON"],
            swiftSettings: safe
        ),
        .target(name: "Faults", dependencies: ["Contract", "Platform"], swiftSettings: common),
        .target(name: "Stub", dependencies: ["Contract", "JSON"], swiftSettings: safe),
        .target(
            name: "ReferencePush",
            dependencies: ["Contract", "Cryptography", "HTTPServer", "JSON", "Transport"],
            swiftSettings: common
        ),
        .target(
            name: "AssayCLI",
            dependencies: [
                "CArticles", "Contract", "ContractFile", "Cryptography", "Faults", "HTTPServer",
                "History", "Interchange", "JSON", "Load", "Measure", "Platform", "ReferencePush",
                "Replay", "Reports", "Statistics", "Stub", "Transport",
            ],
            swiftSettings: safe
        ),
        .executableTarget(name: "assay", dependencies: ["AssayCLI"], swiftSettings: safe),
        .target(
            name: "TestSupport",
            dependencies: ["Contract", "JSON", "Measure", "Platform"],
            path: "Tests/TestSupport",
            swiftSettings: common
        ),
        .testTarget(
            name: "JSONTests",
            dependencies: ["JSON", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "CryptographyTests",
            dependencies: ["Cryptography", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "CompressionTests",
            dependencies: ["Compression"],
            swiftSettings: common
        ),
        .testTarget(
            name: "StatisticsTests",
            dependencies: ["JSON", "Statistics", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "MeasureTests",
            dependencies: ["JSON", "Measure", "Statistics", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "ContractTests",
            dependencies: ["Compression", "Contract", "JSON", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "ContractFileTests",
            dependencies: ["Compression", "Contract", "ContractFile", "JSON", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "TransportTests",
            dependencies: ["Contract", "TestSupport", "Transport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "HTTPServerTests",
            dependencies: ["Contract", "HTTPServer", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "ReplayTests",
            dependencies: [
                "Contract", "ContractFile", "HTTPServer", "JSON", "Replay", "TestSupport",
                "Transport",
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "LoadTests",
            dependencies: [
                "Contract", "ContractFile", "Cryptography", "JSON", "Load", "Measure",
                "TestSupport", "Transport",
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "ReportsTests",
            dependencies: [
                "Compression", "Contract", "Cryptography", "JSON", "Measure", "Reports",
                "Statistics", "TestSupport",
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
            dependencies: ["Contract", "ContractFile", "Interchange", "JSON", "TestSupport"],
            exclude: ["Fixtures"],
            swiftSettings: common
        ),
        .testTarget(
            name: "FaultsTests",
            dependencies: ["Contract", "Faults", "JSON", "TestSupport", "Transport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "StubTests",
            dependencies: ["Contract", "ContractFile", "JSON", "Stub"],
            swiftSettings: common
        ),
        .testTarget(
            name: "ReferencePushTests",
            dependencies: [
                "Contract", "Cryptography", "HTTPServer", "JSON", "ReferencePush", "TestSupport",
                "Transport",
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "AssayCLITests",
            dependencies: [
                "AssayCLI", "Contract", "ContractFile", "HTTPServer", "History", "JSON", "Load",
                "Measure", "Platform", "ReferencePush", "Replay", "Reports", "TestSupport",
                "Transport",
            ],
            swiftSettings: common
        ),
    ]
)
