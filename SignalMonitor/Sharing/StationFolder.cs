using System.Text;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Sharing;

/// <summary>
/// The folder of a station that several monitors share: <c>claims/</c> and the state folder <c>state-NNNNNNNN</c> of
/// the generation in force. Who takes the station makes the claim of the next generation, which succeeds once, and
/// renames the state folder: a former holder that still runs finds a file in place of its folder, and what it has open
/// is detached (<see cref="DetachedState"/>). So a lease that two processes take for theirs for a moment does no harm.
/// One thread at a time.
/// </summary>
internal sealed class StationFolder
{
    /// <summary>Claims that are kept, for people.</summary>
    public const int KeptClaims = 20;

    private const string ClaimsName = "claims";
    private const string StatePrefix = "state-";

    private readonly SharedRoot _root;
    private readonly string _claims;

    /// <param name="root">The folder of all stations.</param>
    /// <param name="station">Site/rig.</param>
    public StationFolder(SharedRoot root, string station)
    {
        _root = root;
        Path = System.IO.Path.Combine(root.Path, station.Replace('/', '.'));
        _claims = System.IO.Path.Combine(Path, ClaimsName);
    }

    /// <summary>Where it is.</summary>
    public string Path { get; }

    /// <summary>Checks that a station could be taken here.</summary>
    /// <param name="holder">Name of this machine.</param>
    /// <exception cref="IOException">The folder of all stations is not there, or cannot be used.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public void Probe(string holder) => _root.Probe($"{holder}-{System.IO.Path.GetFileName(Path)}");

    /// <summary>The newest claim that can be read; null without one.</summary>
    /// <exception cref="IOException">The folder cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to read it.</exception>
    public StationClaim? FindNewest()
    {
        _root.Demand();
        if (!Directory.Exists(_claims))
            return null;
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
    /// <exception cref="IOException">The folder cannot be read, or the claim is not in it.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to read it.</exception>
    public bool IsCurrent(StationClaim claim)
    {
        long[] generations = [.. Generations()];
        if (generations.Any(one => one > claim.Generation))
            return false;
        return generations.Contains(claim.Generation) ? true : throw new IOException(
            $"the claim {StationClaim.FileOf(claim.Generation)} has gone: the folder was replaced, or is not mounted");
    }

    /// <summary>
    /// Takes the station: the state of the former holder, or an empty one, becomes that of a new generation.
    /// </summary>
    /// <param name="holder">Name of this machine.</param>
    /// <param name="process">Id of this process.</param>
    /// <param name="now">The time, UTC.</param>
    /// <param name="moves">Called again and again while it goes on: copies may take long.</param>
    /// <exception cref="IOException">Another one took it at the same time, or the folder cannot be used.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public TakenStation Take(string holder, int process, DateTimeOffset now, Action moves)
    {
        StationClaim claim = Claim(holder, process, now);
        moves();
        try
        {
            return new TakenStation(claim, TakeState(claim, moves));
        }
        finally
        {
            RemoveOld(claim.Generation);
        }
    }

    /// <summary>The first step of <see cref="Take"/>: makes the claim of the next generation.</summary>
    /// <param name="holder">Name of this machine.</param>
    /// <param name="process">Id of this process.</param>
    /// <param name="now">The time, UTC.</param>
    /// <exception cref="IOException">Another one was first, or the folder cannot be used.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public StationClaim Claim(string holder, int process, DateTimeOffset now)
    {
        _root.Demand();
        Directory.CreateDirectory(_claims);
        long last = Generations().Concat(States()).DefaultIfEmpty().Max();
        if (last == StationClaim.MaxGeneration)
            throw new IOException($"generation {last} is the last one that there can be; remove what has its name");
        StationClaim claim = new()
        {
            Generation = last + 1,
            Holder = holder,
            Process = process,
            TakenUtc = now,
        };
        using FileStream file = new(FileOf(claim.Generation), FileMode.CreateNew, FileAccess.Write);
        file.Write(claim.ToBytes());
        file.Flush(flushToDisk: true);
        return claim;
    }

    /// <summary>
    /// The second step: makes the state of the former holder that of a claim. A taker may stand still before it, or in
    /// it, while others take the station: it takes no state of theirs.
    /// </summary>
    /// <param name="claim">The claim.</param>
    /// <param name="moves">Called again and again while it goes on: copies may take long.</param>
    /// <returns>The state folder.</returns>
    /// <exception cref="IOException">Another one took the station, or the folder cannot be used.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public string TakeState(StationClaim claim, Action moves)
    {
        Demand(claim);
        string state = StateOf(claim.Generation);
        if (FindState(claim) is { } former)
        {
            Directory.Move(StateOf(former), state);
            foreach (long earlier in Generations().Where(one => one < claim.Generation).Append(former))
                Fence(StateOf(earlier), state);
            moves();
            DetachedState.Detach(state, moves);
        }
        else
        {
            _root.Demand();
            Directory.CreateDirectory(state);
        }

        Demand(claim);
        return state;
    }

    private void Demand(StationClaim claim)
    {
        if (!IsCurrent(claim))
            throw new IOException("another monitor took it at the same time");
    }

    /// <summary>Writes the claim again, with the address of its page.</summary>
    /// <exception cref="IOException">The folder cannot be used.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public void Announce(StationClaim claim) => AtomicFile.Write(FileOf(claim.Generation), claim.ToBytes());

    // The newest one that is older than the claim. A folder without a claim is a copy that somebody made, unless there
    // is no other.
    private long? FindState(StationClaim claim)
    {
        HashSet<long> claimed = [.. Generations()];
        return States().Where(generation => generation < claim.Generation)
            .OrderByDescending(claimed.Contains).ThenByDescending(generation => generation)
            .Select(generation => (long?)generation).FirstOrDefault();
    }

    // Writers that make their folder when it is missing cannot make this one. Also of earlier generations: who took one
    // may have ended before it did this.
    private static void Fence(string former, string state)
    {
        if (System.IO.Path.Exists(former))
            return;
        try
        {
            using FileStream file = new(former, FileMode.CreateNew, FileAccess.Write);
            file.Write(Encoding.UTF8.GetBytes($"taken over as {System.IO.Path.GetFileName(state)}\n"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The former holder was faster and made the folder again: it has its own files there, and no others.
        }
    }

    private IEnumerable<long> Generations() => Directory.EnumerateFiles(_claims)
        .Select(file => StationClaim.GenerationOf(System.IO.Path.GetFileName(file)))
        .OfType<long>();

    private IEnumerable<long> States() => Directory.EnumerateDirectories(Path, StatePrefix + "*")
        .Select(folder => StationClaim.ParseNumber(System.IO.Path.GetFileName(folder)[StatePrefix.Length..]))
        .OfType<long>();

    // The claim of a state stays, however often taking it failed.
    private void RemoveOld(long newest)
    {
        try
        {
            HashSet<long> states = [.. States()];
            foreach (long generation in Generations().Where(one => one <= newest - KeptClaims).Except(states).ToArray())
            {
                File.Delete(StateOf(generation));
                File.Delete(FileOf(generation));
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The next take removes them.
        }
    }

    private string FileOf(long generation) => System.IO.Path.Combine(_claims, StationClaim.FileOf(generation));

    private string StateOf(long generation) =>
        System.IO.Path.Combine(Path, StatePrefix + StationClaim.NumberOf(generation));
}

/// <summary>A station that was taken.</summary>
/// <param name="Claim">The claim.</param>
/// <param name="State">Its state folder.</param>
internal sealed record TakenStation(StationClaim Claim, string State);
