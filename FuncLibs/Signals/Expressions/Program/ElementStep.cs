using FuncLibs.Signals.Elementwise;

namespace FuncLibs.Signals.Expressions.Program;

/// <summary>Applies a function without state.</summary>
/// <param name="operation">The function.</param>
/// <param name="a">First operand.</param>
/// <param name="b">Second; a number that is ignored when there is none.</param>
/// <param name="c">Third.</param>
/// <param name="target">Where results go; unless the operation passes the worst quality, no operand is there.</param>
/// <param name="finishes">Whether the target is read by others than steps: its NaNs are then invalid.</param>
internal sealed class ElementStep(
    ElementOperation operation, Slot a, Slot b, Slot c, Slot target, bool finishes) : TileStep
{
    /// <inheritdoc/>
    public override void Run(TileFrame frame)
    {
        bool hasNaN = Apply(frame);
        if (frame.IsGood(a) & frame.IsGood(b) & frame.IsGood(c))
            frame.SetGood(target);
        else
            PassQualities(frame);
        if (hasNaN)
            frame.MarkNaN(target);
    }

    private bool Apply(TileFrame frame)
    {
        if (finishes)
            return operation.ApplyAndCheck(frame.Operand(a), frame.Operand(b), frame.Operand(c), frame.Target(target));
        operation.Apply(frame.Operand(a), frame.Operand(b), frame.Operand(c), frame.Target(target));
        return false;
    }

    private void PassQualities(TileFrame frame)
    {
        switch (operation.Passing)
        {
            case QualityPassing.Answered:
                Answered(frame);
                break;
            case QualityPassing.FirstNumber:
                FirstNumber(frame);
                break;
            case QualityPassing.Chosen:
                Chosen(frame);
                break;
            default:
                QualityPass.Worst(frame, a, b, c, frame.Scratch);
                frame.Scratch.CopyTo(frame.QualityTarget(target));
                break;
        }
    }

    private void Answered(TileFrame frame)
    {
        Span<Quality> scratch = frame.Scratch;
        QualityPass.Worst(frame, a, b, c, scratch);
        scratch.Replace(Quality.Invalid, Quality.Good);
        scratch.CopyTo(frame.QualityTarget(target));
    }

    private void FirstNumber(TileFrame frame)
    {
        Span<Quality> taken = frame.QualityTarget(target);
        for (int i = 0; i < taken.Length; i++)
            taken[i] = QualityPass.At(frame, double.IsNaN(QualityPass.ValueAt(frame, a, i)) ? b : a, i);
    }

    private void Chosen(TileFrame frame)
    {
        Span<Quality> taken = frame.QualityTarget(target);
        for (int i = 0; i < taken.Length; i++)
        {
            double condition = QualityPass.ValueAt(frame, a, i);
            Quality chosen = double.IsNaN(condition)
                ? QualityPass.Worse(QualityPass.At(frame, b, i), QualityPass.At(frame, c, i))
                : QualityPass.At(frame, condition != 0 ? b : c, i);
            taken[i] = QualityPass.Worse(QualityPass.At(frame, a, i), chosen);
        }
    }
}
