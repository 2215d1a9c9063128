using FuncLibs.Runtime.Files;

namespace SignalMonitor.Sharing;

/// <summary>
/// The folder of a station that several monitors share: <c>claims/</c> and the state folder <c>state-NNNNNNNN</c> of
/// the generation in force. Who takes the station makes the claim of the next generation, which succeeds once, and
/// renames the state folder: a former holder that still runs finds its paths gone, and what it has open is detached
/// (<see cref="DetachedState"/>). So a lease that two processes take for theirs for a moment does no harm.
/// </summary>
internal sealed class StationFolder
{
    /// <summary>Claims that are kept, for people.</summary>
    public const int KeptClaims = 20;

    private const string ClaimsName = "claims";
    private const string StatePrefix = "state-";

    private readonly string _claims;

    /// <param name="root">The folder of all stations.</param>
    /// <param name="station">Site/rig.</param>
    public StationFolder(string root, string station)
    {
        Path = System.IO.Path.Combine(root, station.Replace('/', '.'));
        _claims = System.IO.Path.Combine(Path, ClaimsName);
    }

    /// <summary>Where it is.</summary>
    public string Path { get; }

    /// <summary>The newest claim that can be read; null without one.</summary>
    /// <exception cref="IOException">The folder cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to read it.</exception>
    public StationClaim? FindNewest()
    {
        foreach (long generation in Generations().OrderDescending())
        {
            FileOutcome outcome = AtomicFile.Read(
                new DiskFiles(_claims), StationClaim.FileOf(generation), StationClaim.MaxBytes, out byte[] content);
            if (outcome.IsOk && StationClaim.Read(content) is { } claim)
                return claim;
        }

        return null;
    }

    /// <summary>True while nobody took the station after this claim.</summary>
    /// <exception cref="IOException">The folder cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to read it.</exception>
    public bool IsCurrent(StationClaim claim) => Generations().All(one => one <= claim.Generation);

    /// <summary>
    /// Takes the station: the state of the former holder, or an empty one, becomes that of a new generation.
    /// </summary>
    /// <param name="holder">Name of this machine.</param>
    /// <param name="process">Id of this process.</param>
    /// <param name="now">The time, UTC.</param>
    /// <exception cref="IOException">Another one took it at the same time, or the folder cannot be used.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public TakenStation Take(string holder, int process, DateTimeOffset now)
    {
        Directory.CreateDirectory(_claims);
        long last = Generations().Concat(States().Select(state => state.Generation)).DefaultIfEmpty().Max();
        StationClaim claim = new()
        {
            Generation = last + 1,
            Holder = holder,
            Process = process,
            TakenUtc = now,
        };
        using (FileStream file = new(FileOf(claim), FileMode.CreateNew, FileAccess.Write))
        {
            file.Write(claim.ToBytes());
            file.Flush(flushToDisk: true);
        }

        string state = StateOf(claim.Generation);
        if (States().OrderByDescending(one => one.Generation).FirstOrDefault() is { Path: { } former })
        {
            Directory.Move(former, state);
            DetachedState.Detach(state);
        }
        else
            Directory.CreateDirectory(state);
        RemoveOld(claim.Generation);
        return new TakenStation(claim, state);
    }

    /// <summary>Writes the claim again, with the address of its page.</summary>
    /// <exception cref="IOException">The folder cannot be used.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public void Announce(StationClaim claim) => AtomicFile.Write(FileOf(claim), claim.ToBytes());

    private IEnumerable<long> Generations() => !Directory.Exists(_claims) ? []
        : Directory.EnumerateFiles(_claims)
            .Select(file => StationClaim.GenerationOf(System.IO.Path.GetFileName(file)))
            .OfType<long>();

    private IEnumerable<(long Generation, string Path)> States()
    {
        foreach (string folder in Directory.EnumerateDirectories(Path, StatePrefix + "*"))
        {
            if (StationClaim.ParseNumber(System.IO.Path.GetFileName(folder)[StatePrefix.Length..]) is { } generation)
                yield return (generation, folder);
        }
    }

    private void RemoveOld(long newest)
    {
        foreach (long generation in Generations().Where(one => one <= newest - KeptClaims).ToArray())
            File.Delete(System.IO.Path.Combine(_claims, StationClaim.FileOf(generation)));
    }

    private string FileOf(StationClaim claim) =>
        System.IO.Path.Combine(_claims, StationClaim.FileOf(claim.Generation));

    private string StateOf(long generation) =>
        System.IO.Path.Combine(Path, StatePrefix + StationClaim.NumberOf(generation));
}

/// <summary>A station that was taken.</summary>
/// <param name="Claim">The claim.</param>
/// <param name="State">Its state folder.</param>
internal sealed record TakenStation(StationClaim Claim, string State);
