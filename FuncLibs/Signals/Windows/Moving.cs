using FuncLibs.Signals.Stateful;
using FuncLibs.Signals.Windows.Aggregates;

namespace FuncLibs.Signals.Windows;

/// <summary>
/// The functions of the last n values, n = 1 to 2^20. The first n - 1 results, of a stream and after a gap, use what is
/// there. NaN makes a result NaN while it is inside the window, and leaves nothing behind. Every result has the bits it
/// would have in any other cut of the stream into blocks, and, once the window is full, wherever the stream was joined.
/// </summary>
public static class Moving
{
    /// <summary>The longest window in values.</summary>
    public const int MaxLength = 1 << 20;

    /// <summary><c>movavg(x, n)</c>: sum(x) / n. Unit of x.</summary>
    /// <exception cref="ArgumentOutOfRangeException">n is not 1 to 2^20.</exception>
    public static IUnaryState Average(int n) => new MovingMean<Sum>("movavg", Checked(n), isRoot: false);

    /// <summary><c>movrms(x, n)</c>: sqrt(sum(x^2) / n). Unit of x.</summary>
    /// <inheritdoc cref="Average" path="/exception"/>
    public static IUnaryState Rms(int n) => new MovingMean<SumOfSquares>("movrms", Checked(n), isRoot: true);

    /// <summary><c>movmin(x, n)</c>: the least; -0 is below +0. Unit of x.</summary>
    /// <inheritdoc cref="Average" path="/exception"/>
    public static IUnaryState Minimum(int n) => new MovingExtreme<Minimum>("movmin", Checked(n));

    /// <summary><c>movmax(x, n)</c>: the greatest; +0 is above -0. Unit of x.</summary>
    /// <inheritdoc cref="Average" path="/exception"/>
    public static IUnaryState Maximum(int n) => new MovingExtreme<Maximum>("movmax", Checked(n));

    /// <summary><c>p2p(x, n)</c>: the greatest less the least. Unit of a difference of x.</summary>
    /// <inheritdoc cref="Average" path="/exception"/>
    public static IUnaryState PeakToPeak(int n) => new PeakToPeak(Checked(n));

    /// <summary>
    /// <c>movstd(x, n)</c>: the sample form sqrt(sum((x - mean)^2) / (n - 1)); NaN for a single value, which says
    /// nothing of the deviation. Unit of a difference of x.
    /// </summary>
    /// <inheritdoc cref="Average" path="/exception"/>
    public static IUnaryState Deviation(int n) => new MovingDeviation(Checked(n));

    /// <summary>
    /// <c>movmedian(x, n)</c>: the middle value, the mean of the middle two of an even number. Unit of x.
    /// </summary>
    /// <inheritdoc cref="Average" path="/exception"/>
    public static IUnaryState Median(int n) => new MovingMedian(Checked(n));

    /// <summary>
    /// <c>outlier(x, n, k)</c>: 1 where abs(x - median) > k * 1.4826 * MAD, else 0, with the median and the median
    /// absolute deviation of the window that ends at x (Hampel's identifier). No unit.
    /// </summary>
    /// <param name="n">The window in values.</param>
    /// <param name="k">How many deviations, 0 or more; 3 is usual.</param>
    /// <exception cref="ArgumentOutOfRangeException">n is not 1 to 2^20, or k is negative or not finite.</exception>
    public static IUnaryState Outlier(int n, double k)
    {
        if (!double.IsFinite(k) || k < 0)
            throw new ArgumentOutOfRangeException(nameof(k), k, "How many deviations make an outlier is 0 or more.");
        return new Outlier(Checked(n), k);
    }

    private static int Checked(int n) => n is >= 1 and <= MaxLength
        ? n
        : throw new ArgumentOutOfRangeException(nameof(n), n, $"A window has 1 to {MaxLength} values.");
}
