using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Blocks.Catalogue;
using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Faults.Reading;

/// <summary>
/// Expands <c>{"random": {"seed": s, "hours": h, "perHour": {"gap": 6, ...}}}</c>. Every second of the run has its own
/// chance, drawn from (seed, kind, second) alone: the same file gives the same faults, and a kind more changes nothing
/// of the others.
/// </summary>
internal sealed class RandomEntry(StreamDescription stream, PresetFaults faults)
{
    private const double SecondsPerHour = 3600;
    private const double MaxHours = 1000;
    private const double DefaultHours = 24;
    private const string Known = "seed, hours, perHour";

    private readonly FaultTimes _times = new(stream);
    private readonly FaultPlaces _places = new(stream, faults);

    /// <summary>Adds the faults that an entry stands for.</summary>
    public void Read(FaultKeys entry, List<ScheduledFault> found)
    {
        FaultKeys? keys = entry.Object("random");
        entry.RefuseOthers("random");
        if (keys is null)
            return;
        double seed = keys.Number("seed", 0, 9e15, "", isWhole: true) ?? 0;
        double hours = keys.Number("hours", 0.001, MaxHours, "h") ?? DefaultHours;
        FaultKeys? rates = keys.Object("perHour");
        if (!keys.Has("perHour"))
            faults.Add(keys.PathOf("perHour"), "missing", "faults an hour by kind, as in {\"gap\": 6}");
        keys.RefuseOthers(Known);
        foreach ((string name, double? rate) in rates?.Numbers() ?? [])
        {
            if (TraitsOf(name, rate, rates!) is not { } traits)
                continue;
            var draw = new FaultDraw((ulong)seed, traits.Kind);
            Draw(traits, rate!.Value / SecondsPerHour, (long)(hours * SecondsPerHour), draw, keys.Path, found);
        }
    }

    private FaultTraits? TraitsOf(string name, double? rate, FaultKeys rates)
    {
        FaultTraits? traits = FaultKinds.Find(name);
        string path = rates.PathOf(name);
        if (traits is null || !traits.MayBeRandom)
        {
            string allowed = string.Join(", ", FaultKinds.All.Where(t => t.MayBeRandom).Select(t => t.Name));
            faults.Add(
                path, traits is null ? $"'{name}' is not a fault" : $"'{name}' cannot be random", $"one of {allowed}");
            return null;
        }

        if (rate is < 0 or > SecondsPerHour)
            faults.Add(
                path, rate.Value.ToString(CultureInfo.InvariantCulture), $"allowed are 0 to {SecondsPerHour} an hour");
        else if (rate is not null && traits.Place != FaultPlace.Rig && !_places.Candidates(traits).Any())
            faults.Add(path, "the rig has no channel for it", "another preset, or 0");
        else if (rate is not null)
            return traits;
        return null;
    }

    private void Draw(
        FaultTraits traits, double chance, long seconds, FaultDraw draw, string path, List<ScheduledFault> found)
    {
        (FaultColumn Place, string Name)[] channels =
            traits.Place == FaultPlace.Rig ? [] : [.. _places.Candidates(traits)];
        for (long second = 0; second < seconds && found.Count <= FaultSchedule.MaxFaults; second++)
        {
            if (draw.Fraction(second, FaultDraw.Chance) >= chance)
                continue;
            long at = (long)((second + draw.Fraction(second, FaultDraw.Moment)) * stream.BaseRateHz);
            if (traits.Kind == FaultKind.Stale)
                at += (long)traits.Amount!.Default * stream.PointsPerBlock;
            found.Add(Place(Fault(traits, at, path), channels, draw, second));
        }
    }

    private ScheduledFault Fault(FaultTraits traits, long at, string path)
    {
        long length = _times.DefaultLength(traits);
        if (length == long.MaxValue)
            length = (long)stream.BaseRateHz;
        ScheduledFault fault =
            _times.Schedule(traits, new FaultTime(at, length), traits.Amount?.Default ?? 0, path, faults);
        fault = fault with { IsRandom = true, Path = path };
        return fault with { Detail = FaultText.DetailOf(fault) };
    }

    private ScheduledFault Place(
        ScheduledFault fault, (FaultColumn Place, string Name)[] channels, FaultDraw draw, long second)
    {
        if (channels.Length == 0)
            return fault;
        (FaultColumn place, string name) = channels[draw.Below(channels.Length, second, FaultDraw.Channel)];
        if (fault.Traits.Place is not (FaultPlace.Values or FaultPlace.Sensor or FaultPlace.AxisSensor))
            return fault with { Place = place, Channel = name };
        ImmutableArray<ColumnDescription> columns = _places.Columns(place);
        int first = FaultPlaces.FirstColumn(fault.Traits);
        int column = first + draw.Below(columns.Length - first, second, FaultDraw.Sensor);
        return fault with { Place = place with { Column = column }, Channel = name, Sensor = columns[column].Name };
    }
}

/// <summary>Random numbers that are a function of (seed, kind, second, purpose) and nothing else.</summary>
/// <param name="seed">Seed of the schedule.</param>
/// <param name="kind">Kind of the fault.</param>
internal readonly struct FaultDraw(ulong seed, FaultKind kind)
{
    /// <summary>Whether a second has the fault.</summary>
    public const int Chance = 0;

    /// <summary>When in the second.</summary>
    public const int Moment = 1;

    /// <summary>At which channel.</summary>
    public const int Channel = 2;

    /// <summary>At which sensor of it.</summary>
    public const int Sensor = 3;

    // Apart from the groups that noise is keyed by.
    private const int KeyGroup = 1000;

    /// <summary>From 0 to below 1.</summary>
    public double Fraction(long second, int purpose) => (Word(second, purpose) >> 11) * (1.0 / (1L << 53));

    /// <summary>From 0 to below a count.</summary>
    public int Below(int count, long second, int purpose) =>
        (int)Math.BigMul(Word(second, purpose), (ulong)count, out _);

    private ulong Word(long second, int purpose) =>
        CounterNoise.Key(seed + ((ulong)second * CounterNoise.Step), KeyGroup, (int)kind, purpose);
}
