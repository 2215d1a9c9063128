using System.Globalization;

namespace Benchmarks.Measuring;

/// <summary>
/// That one case does better than another: how many times, and how probable such a distance of their repeats is by
/// chance.
/// </summary>
/// <param name="Better">Name of the case that shall be better.</param>
/// <param name="Worse">Name of the other.</param>
/// <param name="Ratio">Quotient of the medians, above 1 when the claim holds.</param>
/// <param name="P">Of <see cref="RankTest"/>.</param>
public sealed record Claim(string Better, string Worse, double Ratio, double P)
{
    /// <summary>Whether the repeats support it.</summary>
    public bool IsSignificant => Ratio > 1 && P < RankTest.Level;

    /// <summary>That a case takes less time than another.</summary>
    public static Claim OfTimes(string better, Repeats betterTimes, string worse, Repeats worseTimes) => new(
        better,
        worse,
        worseTimes.Median / betterTimes.Median,
        RankTest.Compare(betterTimes.Values, worseTimes.Values));

    /// <summary>That a case does more in a second than another.</summary>
    public static Claim OfRates(string better, Repeats betterRates, string worse, Repeats worseRates) => new(
        better,
        worse,
        betterRates.Median / worseRates.Median,
        RankTest.Compare(betterRates.Values, worseRates.Values));

    /// <inheritdoc/>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{Better} is {Ratio:0.00} times as fast as {Worse}, p = {P:0.000}{(P < RankTest.Level ? "" : ": may be chance")}");

    /// <summary>Prints it, and adds the ratio as <paramref name="name"/> and <c>NAME.p</c>.</summary>
    internal void AddTo(MetricReport report, string name)
    {
        report.Add(name, Ratio, "x");
        report.Add($"{name}.p", P, "");
        Console.WriteLine($"# {this}");
    }
}
