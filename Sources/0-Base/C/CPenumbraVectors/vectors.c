#include "blending.h"
#include "rows.h"
