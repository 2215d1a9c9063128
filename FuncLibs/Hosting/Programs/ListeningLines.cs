using FuncLibs.Hosting.Summaries;

namespace FuncLibs.Hosting.Programs;

/// <summary>
/// Announces the endpoints of the process on standard output, one flushed line per endpoint, with the real port. Other
/// programs wait for these lines.
/// </summary>
public sealed class ListeningLines
{
    /// <summary>First word of each line.</summary>
    public const string Prefix = "listening";

    /// <summary>The controller link of the simulator.</summary>
    public const string Link = "link";

    /// <summary>The PUB socket.</summary>
    public const string Publish = "publish";

    /// <summary>The ROUTER socket.</summary>
    public const string Control = "control";

    /// <summary>The PUB socket of calculated values.</summary>
    public const string Derived = "derived";

    /// <summary>The PUB socket for PlotJuggler.</summary>
    public const string PlotJuggler = "plotjuggler";

    /// <summary>The web server.</summary>
    public const string Http = "http";

    private readonly Lock _one = new();
    private readonly TextWriter _output;
    private readonly string _file;

    /// <summary>Writes to the standard output of the process and to <see cref="RunOptions.ListeningFile"/>.</summary>
    public ListeningLines(ProcessStreams streams, RunOptions run)
    {
        _output = streams.Output;
        _file = run.ListeningFile;
    }

    /// <summary>Writes one line. Any thread.</summary>
    public void Announce(string what, string endpoint)
    {
        string line = $"{Prefix} {what} {endpoint}{Environment.NewLine}";
        lock (_one)
        {
            _output.Write(line);
            _output.Flush();
            if (_file.Length > 0)
                File.AppendAllText(_file, line);
        }
    }

    /// <summary>Parses such a line: kind and endpoint; null for any other line.</summary>
    public static (string What, string Endpoint)? Parse(string line) =>
        line.Split(' ') is [Prefix, { Length: > 0 } what, { Length: > 0 } endpoint] ? (what, endpoint) : null;
}
