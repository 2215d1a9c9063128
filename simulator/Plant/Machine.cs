using Simulator.Presets;
using Simulator.Specimens;

namespace Simulator.Plant;

/// <summary>
/// Valve, oil, piston, specimen and crosshead. The oil between valve and piston is a damped spring whose one end the
/// flow moves; the specimen pulls at the piston and at the crosshead, which hangs on the columns. Stepped
/// semi-implicitly (speeds first, then positions), in as many steps a tick as its fastest mode needs. Friction is
/// solved for the new speed, so it cannot ring.
/// </summary>
/// <remarks>SI units; pulling is positive.</remarks>
public sealed class Machine
{
    // Speed at which the friction has half its final value, m/s.
    private const double FrictionSpeed = 1e-3;

    // Part of the supply below which the flow turns laminar.
    private const double MinLaminar = 1e-3;
    private const double StopStiffness = 2e8;
    private const double StopDamping = 5e4;
    private const double PressureFallSeconds = 0.03;

    // An emergency stop joins both chambers: m/s per N.
    private const double OpenBypass = 2.5e-7;
    private readonly MachineConstants _machine;
    private readonly ServoValve _valve;
    private readonly int _steps;
    private readonly double _step;
    private readonly double _stepsPerSecond;
    private readonly double _stepPerMass;
    private readonly double _massPerStep;
    private readonly double _stepPerFrameMass;
    private readonly double _inverseStall;
    private readonly double _laminar;
    private readonly double _speed;
    private readonly double _viscousGrip;
    private readonly double _frictionGrip;
    private readonly double _stroke;
    private readonly double _pressurePartPerStep;

    // Supply as a part of that of the preset.
    private double _targetPressure = 1;
    private double _pressure = 1;
    private double _leak;

    /// <summary>A machine at rest in the middle of its stroke, without load.</summary>
    /// <param name="plant">A preset without faults.</param>
    /// <param name="specimen">Preset of the specimen.</param>
    /// <param name="loopHz">Ticks a second.</param>
    public Machine(PlantPreset plant, SpecimenPreset specimen, double loopHz)
    {
        _machine = new MachineConstants(plant, specimen);
        _steps = (int)_machine.StepsOf(plant, loopHz);
        _step = 1 / (loopHz * _steps);
        _valve = new ServoValve(plant, _step);
        Specimen = new Specimen(specimen, _machine.GripStiffness, _step);
        _stepsPerSecond = loopHz * _steps;
        _stepPerMass = _step / plant.MassKg;
        _massPerStep = plant.MassKg / _step;
        _stepPerFrameMass = _step / plant.FrameMassKg;
        _inverseStall = 1 / (_machine.Supply * _machine.Area);

        // The slope of the root at no drop must not close the drop in less than a step, or a stalled piston chatters.
        double closed = _machine.Speed * _step * _machine.OilStiffness * _inverseStall;
        _laminar = Math.Max(MinLaminar, closed * closed);
        _speed = _machine.Speed * Math.Sqrt(1 + _laminar);
        _viscousGrip = 1 + (plant.ViscousNsPerM * _stepPerMass);
        _frictionGrip = plant.FrictionN * _stepPerMass;
        _stroke = plant.StrokeMm * 1e-3;
        _pressurePartPerStep = _step / PressureFallSeconds;
        _leak = _machine.Leak;
    }

    /// <summary>The specimen.</summary>
    public Specimen Specimen { get; }

    /// <summary>Position of the piston, m.</summary>
    public double Position { get; private set; }

    /// <summary>Speed of the piston, m/s.</summary>
    public double PistonSpeed { get; private set; }

    /// <summary>Acceleration of the piston over the last step, m/s2.</summary>
    public double Acceleration { get; private set; }

    /// <summary>Position of the crosshead, m.</summary>
    public double FramePosition { get; private set; }

    /// <summary>Speed of the crosshead, m/s.</summary>
    public double FrameSpeed { get; private set; }

    /// <summary>Flow into the oil column over the piston area, m/s: the speed of a piston on stiff oil.</summary>
    public double FlowSpeed { get; private set; }

    /// <summary>Oil volume that has come in, over the piston area, m.</summary>
    public double FlowPosition { get; private set; }

    /// <summary>Force of the oil on the piston, N.</summary>
    public double OilForce { get; private set; }

    /// <summary>Force of the seals and of the stops on the piston, against its motion, N.</summary>
    public double FrictionForce { get; private set; }

    /// <summary>Position of the spool, -1 to 1.</summary>
    public double Spool => _valve.Spool;

    /// <summary>Pressure of the pulling chamber, Pa.</summary>
    public double Pressure =>
        Math.Max(0, ((_pressure * _machine.Supply) + (OilForce / _machine.Area)) / 2);

    /// <summary>The constants.</summary>
    public MachineConstants Constants => _machine;

    /// <summary>Whether the supply is on.</summary>
    public bool IsUnderPressure => _targetPressure > 0;

    /// <summary>Puts the supply on, or takes it off and joins the chambers.</summary>
    public void SetPressure(bool isOn)
    {
        _targetPressure = isOn ? 1 : 0;
        _leak = isOn ? _machine.Leak : OpenBypass;
    }

    /// <summary>Goes one tick on.</summary>
    /// <param name="drive">Drive of the valve, -1 to 1.</param>
    public void Step(double drive)
    {
        for (int i = 0; i < _steps; i++)
        {
            _valve.Step(drive);
            _pressure += (_targetPressure - _pressure) * _pressurePartPerStep;
            Flow();
            Move();
        }
    }

    // Flow through a sharp edge ~ opening x sqrt(pressure drop), laminar at small drops; a load above the supply pushes
    // the oil back.
    private void Flow()
    {
        double opening = _valve.Opening;
        double spring = _machine.OilStiffness * (FlowPosition - Position);
        double load = spring * _inverseStall;
        double drop = _pressure - (opening < 0 ? -load : load);
        FlowSpeed = (_speed * opening * drop / Math.Sqrt(Math.Abs(drop) + _laminar)) - (_leak * spring);
        OilForce = spring + (_machine.OilDamping * (FlowSpeed - PistonSpeed));
    }

    private void Move()
    {
        double before = PistonSpeed;
        double load = Specimen.Force;
        double frictionlessSpeed = before + ((OilForce - load - Stop()) * _stepPerMass);
        double smoothedSpeed = Math.Abs(frictionlessSpeed) + FrictionSpeed;

        // v = frictionlessSpeed - (viscous + friction / smoothedSpeed) v h / m, solved for v with one division.
        double speed = frictionlessSpeed * smoothedSpeed / ((smoothedSpeed * _viscousGrip) + _frictionGrip);
        FrictionForce = (frictionlessSpeed - speed) * _massPerStep;
        Acceleration = (speed - before) * _stepsPerSecond;
        PistonSpeed = speed;
        FlowPosition += FlowSpeed * _step;
        Position += speed * _step;
        FrameSpeed += (load - (_machine.FrameStiffness * FramePosition)
            - (_machine.FrameDamping * FrameSpeed)) * _stepPerFrameMass;
        FramePosition += FrameSpeed * _step;
        Specimen.Step(Position - FramePosition);
    }

    // The cushions push, they do not pull.
    private double Stop()
    {
        double beyond = Math.Abs(Position) - _stroke;
        if (beyond <= 0)
            return 0;
        double sign = Position < 0 ? -1 : 1;
        return sign * Math.Max(0, (StopStiffness * beyond) + (StopDamping * sign * PistonSpeed));
    }
}
