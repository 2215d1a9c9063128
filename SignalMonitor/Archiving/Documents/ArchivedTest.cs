using System.Collections.Immutable;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using SignalMonitor.Recordings;

namespace SignalMonitor.Archiving.Documents;

/// <summary>A test in the archive: what its row in the catalogue has.</summary>
internal sealed record ArchivedTest
{
    /// <summary>The recording, wherever it is: see <see cref="IdOf"/>.</summary>
    public required string Id { get; init; }

    /// <summary>The site.</summary>
    public required string Site { get; init; }

    /// <summary>The rig.</summary>
    public required string Rig { get; init; }

    /// <summary>Name of the run.</summary>
    public required string Run { get; init; }

    /// <summary>Name of its folder in SITE/RIG of the archive.</summary>
    public required string Folder { get; init; }

    /// <summary>1, or higher when other recordings of the same name are in the archive.</summary>
    public required int Attempt { get; init; }

    /// <summary>The specimen; null = not given.</summary>
    public string? Specimen { get; init; }

    /// <summary>Who ran it; null = not given.</summary>
    public string? Operator { get; init; }

    /// <summary>Gauge length L0 in mm; null = not given.</summary>
    public double? L0Mm { get; init; }

    /// <summary>Cross section S0 in mm2; null = not given.</summary>
    public double? S0Mm2 { get; init; }

    /// <summary>What the controller held.</summary>
    public required string ControlMode { get; init; }

    /// <summary>When it began.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>When it was stopped; null = it was not, or nothing recorded it any more then.</summary>
    public DateTimeOffset? StoppedUtc { get; init; }

    /// <summary>When its recording was closed.</summary>
    public required DateTimeOffset ClosedUtc { get; init; }

    /// <summary>Blocks that were to be recorded.</summary>
    public required long BlocksExpected { get; init; }

    /// <summary>Blocks that are in the recording.</summary>
    public required long BlocksReceived { get; init; }

    /// <summary>Blocks that are missing in it; those that were left out on purpose are not.</summary>
    public required long BlocksLost { get; init; }

    /// <summary>True when no block is missing, nothing is damaged, and the run was stopped.</summary>
    public required bool Complete { get; init; }

    /// <summary>Bytes of all its files.</summary>
    public required long Bytes { get; init; }

    /// <summary>Name of the monitor that archived it.</summary>
    public required string Monitor { get; init; }

    /// <summary>When it was archived.</summary>
    public required DateTimeOffset ArchivedUtc { get; init; }

    /// <summary>Free text of the run; null = none.</summary>
    public string? Note { get; init; }

    /// <summary>Values of the calculated channels after the last block.</summary>
    public ImmutableArray<ArchivedResult> Results
    {
        get;
        init => field = value.IsDefault ? [] : value;
    } = [];

    /// <summary>Why results are missing; null = none are.</summary>
    public string? ResultsFault { get; init; }

    /// <summary>Where it is below the root of the archive.</summary>
    public string Place => $"{Site}/{Rig}/{Folder}";

    /// <summary>
    /// What tells a recording from every other one, also from one of the same run by another monitor: 32 digits of
    /// the SHA-256 of station, run, begin, and moment of closing.
    /// </summary>
    /// <param name="document">Its document; the recording is closed.</param>
    public static string IdOf(RecordingDocument document)
    {
        string text = string.Create(
            CultureInfo.InvariantCulture,
            $"{document.Station}\n{document.Run.Name}\n{document.Run.StartedUtc:O}\n{document.ClosedUtc:O}");
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)).AsSpan(0, 16));
    }
}

/// <summary>A result of a test.</summary>
/// <param name="Name">Name of the calculated channel.</param>
/// <param name="Value">Its value after the last block.</param>
/// <param name="Unit">The unit.</param>
/// <param name="State"><c>final</c> or <c>pending</c> of a tensile result; empty for others.</param>
internal sealed record ArchivedResult(string Name, double Value, string Unit, string State);
