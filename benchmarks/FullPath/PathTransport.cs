using FuncLibs.Hosting.Schema;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Transport;

namespace Benchmarks.FullPath;

/// <summary>The ZeroMQ library that a benchmark of this folder uses.</summary>
/// <param name="Library">As `Transport:Library`.</param>
internal sealed record PathTransport(string Library)
{
    /// <summary>The default of the programs.</summary>
    public const string Auto = "auto";

    /// <summary>All that can be chosen.</summary>
    public static string[] Choices { get; } = [.. ValueText.NamesOf(typeof(TransportChoice))];

    /// <summary>End of the first part of each figure's name; empty for the default.</summary>
    public string Suffix => Library == Auto ? "" : "." + Library;

    /// <summary>Creates one.</summary>
    public ITransport Create() => TransportFactory.Create(
        new TransportOptions { Library = Enum.Parse<TransportChoice>(Library, ignoreCase: true) },
        new SocketLimits(),
        TimeProvider.System);
}
