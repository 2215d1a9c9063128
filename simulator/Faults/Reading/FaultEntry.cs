using System.Globalization;
using FuncLibs.Blocks.Catalogue;
using Simulator.Presets;

namespace Simulator.Faults.Reading;

/// <summary>Reads a fault that is written out: kind, time, place and number.</summary>
internal sealed class FaultEntry(StreamDescription stream, PresetFaults faults)
{
    private readonly FaultTimes _times = new(stream);
    private readonly FaultPlaces _places = new(stream, faults);

    /// <summary>The fault, or null when something about it is wrong.</summary>
    public ScheduledFault? Read(FaultKeys keys)
    {
        int before = faults.Lines.Count;
        if (keys.Text("fault") is not { } name)
        {
            if (!keys.Has("fault"))
                faults.Add(keys.PathOf("fault"), "missing", $"one of {FaultKinds.Names}");
            return null;
        }

        if (FaultKinds.Find(name) is not { } traits)
        {
            faults.Add(keys.PathOf("fault"), $"'{name}' is not a fault", $"one of {FaultKinds.Names}");
            return null;
        }

        FaultTime time = _times.Read(keys, traits);
        FaultPlaced placed = _places.Read(keys, traits);
        double amount = AmountOf(keys, traits);
        (string? unit, double range) = UnitOf(keys, traits, amount);
        keys.RefuseOthers(KnownKeys(traits));
        if (faults.Lines.Count > before)
            return null;
        ScheduledFault fault = _times.Schedule(traits, time, amount, keys.Path, faults) with
        {
            Place = placed.Place,
            Channel = placed.Channel,
            Sensor = placed.Sensor,
            Unit = unit,
            RangeFactor = range,
            Path = keys.Path,
        };
        return fault with { Detail = FaultText.DetailOf(fault) };
    }

    private static double AmountOf(FaultKeys keys, FaultTraits traits)
    {
        if (traits.Amount is not { } amount)
            return 0;
        return keys.Number(amount.Key, amount.Min, amount.Max, amount.Unit, amount.IsWhole) ?? amount.Default;
    }

    // Only a unit fault has more than one number.
    private (string? Unit, double Range) UnitOf(FaultKeys keys, FaultTraits traits, double factor)
    {
        const int MaxUnitLength = 16;
        const double MaxFactor = 1e9;
        if (traits.Kind != FaultKind.Unit)
            return (null, 1);
        string? unit = keys.Text("unit");
        double range = keys.Number("rangeFactor", 1 / MaxFactor, MaxFactor, "") ?? 1;
        if (unit is { Length: > MaxUnitLength })
            faults.Add(keys.PathOf("unit"), $"{unit.Length} characters", $"up to {MaxUnitLength}");
        if (factor == 0)
            faults.Add(keys.PathOf("factor"), "0", "any other number: a range of nothing cannot be described");
        if (unit is null && factor == 1 && range == 1)
            faults.Add(
                keys.Path,
                "nothing changes",
                "give unit, factor (of values and range) or rangeFactor (of the range alone)");
        return (unit, range);
    }

    private static string KnownKeys(FaultTraits traits)
    {
        List<string> keys = ["fault", "atSeconds", "atSample"];
        if (traits.Length != FaultLength.Moment)
            keys.AddRange(["forSeconds", "forSamples", "blocks"]);
        if (traits.Place != FaultPlace.Rig)
            keys.Add("channel");
        if (traits.Place is FaultPlace.Values or FaultPlace.Sensor or FaultPlace.AxisSensor)
            keys.Add("sensor");
        if (traits.Amount is { } amount)
            keys.Add(amount.Key);
        if (traits.Kind == FaultKind.Unit)
            keys.AddRange(["unit", "rangeFactor"]);
        return string.Join(", ", keys);
    }
}

/// <summary>What a fault is in a few words, beside kind, time and place.</summary>
internal static class FaultText
{
    /// <summary>The words; empty when there is nothing to add.</summary>
    public static string DetailOf(ScheduledFault fault)
    {
        List<string> parts = [];
        if (fault.Traits.Amount is { } amount)
            parts.Add(string.Create(CultureInfo.InvariantCulture, $"{amount.Key} {fault.Amount}"));
        if (fault.Unit is { } unit)
            parts.Add($"unit {unit}");
        if (fault.RangeFactor != 1)
            parts.Add(string.Create(CultureInfo.InvariantCulture, $"rangeFactor {fault.RangeFactor}"));
        if (fault.IsRandom)
            parts.Add("random");
        return string.Join(", ", parts);
    }
}
